package dev.flyball.dashboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP as it is written on the wire, so that a test can say what a browser would never say. */
final class RawHttp {

  private RawHttp() {}

  /**
   * An answer.
   *
   * @param head the status line and the headers
   */
  record Answer(int status, String head, String body) {}

  /** Sends a request and reads until the server closes. */
  static Answer send(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return read(socket.getInputStream());
    }
  }

  private static Answer read(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    in.transferTo(all);
    String text = all.toString(StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    String head = text.substring(0, end);
    int status = Integer.parseInt(head.split(" ", -1)[1]);
    return new Answer(status, head, text.substring(end + 4));
  }

  static Answer get(int port, String path, String... headers) throws IOException {
    return send(port, "GET " + path + " HTTP/1.1\r\n" + lines(port, headers) + "\r\n");
  }

  static Answer post(int port, String path, String body, String... headers) throws IOException {
    return send(
        port,
        "POST "
            + path
            + " HTTP/1.1\r\n"
            + lines(port, headers)
            + "Content-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\n\r\n"
            + body);
  }

  private static String lines(int port, String... headers) {
    StringBuilder lines = new StringBuilder("Connection: close\r\n");
    boolean host = false;
    for (String header : headers) {
      lines.append(header).append("\r\n");
      host |= header.startsWith("Host:");
    }
    return host ? lines.toString() : lines + "Host: 127.0.0.1:" + port + "\r\n";
  }
}
