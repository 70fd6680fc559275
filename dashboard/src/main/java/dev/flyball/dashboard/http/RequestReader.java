package dev.flyball.dashboard.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the bytes of one request until it is whole, and takes it apart.
 *
 * <p>A request that two programs could read differently is refused: one with a line that ends in
 * anything but CR LF, a folded header, a control character, a body of unknown length ({@code
 * Transfer-Encoding}) or of two lengths.
 */
final class RequestReader {

  static final int HEAD_BYTES_MAX = 16_384;
  static final int BODY_BYTES_MAX = 4096;

  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
  private static final Pattern NAME = Pattern.compile(TOKEN);
  private static final Pattern FIRST_LINE =
      Pattern.compile("(" + TOKEN + ") (/[!-~]*) HTTP/1\\.[01]");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");

  private final InetAddress client;
  private final ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES_MAX + BODY_BYTES_MAX);

  /** Where to look on for the end of the head. */
  private int searched;

  /** A reader of a client's request. */
  RequestReader(InetAddress client) {
    this.client = client;
  }

  /**
   * Reads what has come.
   *
   * @return the request once it is whole
   * @throws Refusal when it can never be served
   * @throws IOException when the client is gone
   */
  Optional<Request> read(ReadableByteChannel channel) throws IOException, Refusal {
    if (channel.read(bytes) < 0) {
      throw new EOFException("the client is gone");
    }
    int headLength = headLength();
    if (headLength > HEAD_BYTES_MAX || (headLength < 0 && bytes.position() > HEAD_BYTES_MAX)) {
      throw new Refusal(431, "a head must be at most " + HEAD_BYTES_MAX + " bytes but was more");
    }
    return headLength < 0 ? Optional.empty() : whole(headLength);
  }

  /** The length of the head with the empty line that ends it; -1 where it has not ended. */
  private int headLength() {
    for (; searched + 4 <= bytes.position(); searched++) {
      if (bytes.getInt(searched) == 0x0D0A0D0A) {
        return searched + 4;
      }
    }
    return -1;
  }

  private Optional<Request> whole(int headLength) throws Refusal {
    Request head = head(text(0, headLength - 4, StandardCharsets.ISO_8859_1));
    int bodyLength = bodyLength(head);
    if (bytes.position() < headLength + bodyLength) {
      return Optional.empty();
    }
    String body = text(headLength, bodyLength, StandardCharsets.UTF_8);
    return Optional.of(
        new Request(client, head.method(), head.path(), head.query(), head.headers(), body));
  }

  private String text(int from, int length, Charset charset) {
    return new String(bytes.array(), from, length, charset);
  }

  private Request head(String head) throws Refusal {
    String[] lines = head.split("\r\n", -1);
    Matcher first = FIRST_LINE.matcher(lines[0]);
    if (!first.matches()) {
      throw bad("the first line must be METHOD /path HTTP/1.1");
    }
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 1; i < lines.length; i++) {
      addHeader(headers, lines[i]);
    }
    URI target = target(first.group(2));
    String query = Optional.ofNullable(target.getRawQuery()).orElse("");
    return new Request(client, first.group(1), target.getPath(), query, headers, "");
  }

  private static void addHeader(Map<String, List<String>> headers, String line) throws Refusal {
    int colon = line.indexOf(':');
    if (colon < 0 || !NAME.matcher(line.substring(0, colon)).matches()) {
      throw bad("a header must be a name, a colon and a value");
    }
    String value = line.substring(colon + 1).strip();
    if (value.chars().anyMatch(letter -> letter != '\t' && (letter < ' ' || letter == 0x7F))) {
      throw bad("a header must have no control characters");
    }
    headers.computeIfAbsent(line.substring(0, colon), unused -> new ArrayList<>()).add(value);
  }

  private static URI target(String text) throws Refusal {
    try {
      URI target = new URI("http://localhost" + text);
      if (target.getRawFragment() != null) {
        throw bad("a path must have no fragment");
      }
      return target;
    } catch (URISyntaxException e) {
      throw bad("a path must be encoded as in an address");
    }
  }

  private static int bodyLength(Request head) throws Refusal {
    if (head.header("Transfer-Encoding").isPresent()) {
      throw bad("a body must have a Content-Length");
    }
    if (head.header("Expect").isPresent()) {
      throw new Refusal(417, "a body must come without waiting for an answer");
    }
    String length = head.header("Content-Length").orElse("0");
    if (!LENGTH.matcher(length).matches()) {
      throw bad("Content-Length must be given once, a number of bytes, but was '" + length + "'");
    }
    if (Integer.parseInt(length) > BODY_BYTES_MAX) {
      throw new Refusal(413, "a body must be at most " + BODY_BYTES_MAX + " bytes but was more");
    }
    return Integer.parseInt(length);
  }

  private static Refusal bad(String why) {
    return new Refusal(400, why);
  }
}
