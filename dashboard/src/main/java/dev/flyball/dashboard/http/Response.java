package dev.flyball.dashboard.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to one request, with the headers that keep a browser from being misled.
 *
 * <p>The end of the connection is the end of the answer.
 */
public final class Response {

  /** The media type of JSON. */
  public static final String JSON = "application/json";

  private static final String TEXT = "text/plain; charset=utf-8";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(417, "Expectation Failed"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(503, "Service Unavailable"));

  private final OutputStream out;
  private final Map<String, String> headers = new LinkedHashMap<>();

  /**
   * Writes in pieces: the JDK copies each into memory outside the heap, and keeps as much for the
   * thread as its largest piece took.
   */
  private static final class Pieces extends OutputStream {
    private static final int BYTES_MAX = 16_384;

    private final WritableByteChannel channel;

    Pieces(WritableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int end = from + length;
      for (int at = from; at < end; ) {
        at += channel.write(ByteBuffer.wrap(bytes, at, Math.min(BYTES_MAX, end - at)));
      }
    }
  }

  /** An answer that goes to a channel in blocking mode. */
  Response(WritableByteChannel channel) {
    this.out = new Pieces(channel);
    header("Connection", "close");
    header("Content-Security-Policy", POLICY);
    header("X-Content-Type-Options", "nosniff");
    header("Referrer-Policy", "no-referrer");
    header("Cross-Origin-Resource-Policy", "same-origin");
    header("Cross-Origin-Opener-Policy", "same-origin");
    header("Cache-Control", "no-store");
  }

  /** Sets a header of the answer, before its body is sent. */
  public void header(String name, String value) {
    headers.put(name, value);
  }

  /** Sends a whole body, or for {@code HEAD} only the head of that answer. */
  public void send(Request request, int status, String type, byte[] body) throws IOException {
    sendHead(status, type, body.length);
    if (!request.method().equals("HEAD")) {
      out.write(body);
    }
  }

  /** Sends one line of text. */
  public void line(int status, String line) throws IOException {
    byte[] body = (line + "\n").getBytes(StandardCharsets.UTF_8);
    sendHead(status, TEXT, body.length);
    out.write(body);
  }

  /** Begins a body whose length is not known: it ends when the handler returns. */
  public OutputStream stream(String type) throws IOException {
    sendHead(200, type);
    return out;
  }

  private void sendHead(int status, String type, int bodyLength) throws IOException {
    header("Content-Length", Integer.toString(bodyLength));
    sendHead(status, type);
  }

  private void sendHead(int status, String type) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " " + REASONS.get(status));
    header("Content-Type", type);
    headers.forEach((name, value) -> head.append("\r\n" + name + ": " + value));
    out.write(head.append("\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII));
  }
}
