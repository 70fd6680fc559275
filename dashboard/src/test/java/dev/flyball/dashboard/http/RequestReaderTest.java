package dev.flyball.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is a request, and what is refused. */
class RequestReaderTest {

  private static ReadableByteChannel channel(String text) {
    return Channels.newChannel(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static Optional<Request> read(String text) throws IOException, Refusal {
    return new RequestReader(InetAddress.getLoopbackAddress()).read(channel(text));
  }

  /** With an escaped line end in the place of each real one. */
  private static String unescaped(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0");
  }

  private static int refused(String text) {
    try {
      throw new AssertionError("must be refused but was " + read(unescaped(text)));
    } catch (Refusal e) {
      return e.status();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRequestIsTakenApart() throws Exception {
    Request request =
        read("POST /a%20b?c=%20d HTTP/1.1\r\nHost: h\r\nx:1\r\nX:\t2 \r\nContent-Length: 2\r\n\r\nokEXTRA")
            .orElseThrow();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/a b");
    assertThat(request.query()).isEqualTo("c=%20d");
    assertThat(request.header("hOST")).contains("h");
    assertThat(request.header("X")).contains("1, 2");
    assertThat(request.header("Origin")).isEmpty();
    assertThat(request.body()).isEqualTo("ok");
  }

  @Test
  void aRequestMayComeByteByByte() throws Exception {
    String text = "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc";
    RequestReader reader = new RequestReader(InetAddress.getLoopbackAddress());
    for (int i = 0; i < text.length() - 1; i++) {
      assertThat(reader.read(channel(text.substring(i, i + 1)))).isEmpty();
    }
    assertThat(reader.read(channel("c")).orElseThrow().body()).isEqualTo("abc");
    assertThatThrownBy(() -> reader.read(channel(""))).hasMessage("the client is gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/2.0\\r\\n\\r\\n | 400",
        "GET  / HTTP/1.1\\r\\n\\r\\n | 400",
        "GET /\\r\\n\\r\\n | 400",
        "GET mailto:a@b HTTP/1.1\\r\\n\\r\\n | 400",
        "GET http://h/ HTTP/1.1\\r\\n\\r\\n | 400",
        "CONNECT h:80 HTTP/1.1\\r\\n\\r\\n | 400",
        "OPTIONS * HTTP/1.1\\r\\n\\r\\n | 400",
        "GET /%zz HTTP/1.1\\r\\n\\r\\n | 400",
        "GET /a#b HTTP/1.1\\r\\n\\r\\n | 400",
        "\\r\\nGET / HTTP/1.1\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nHost : h\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\n: h\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nA: b\\r\\n c\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nA: b\\nHost: h\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nA: b\\rHost: h\\r\\n\\r\\n | 400",
        "GET / HTTP/1.1\\r\\nA: b\\0\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: x\\r\\n\\r\\n0 | 400",
        "POST / HTTP/1.1\\r\\nContent-Length: 1\\r\\nContent-Length: 1\\r\\n\\r\\n0 | 400",
        "POST / HTTP/1.1\\r\\nContent-Length: -1\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nContent-Length: +1\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nContent-Length:\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nContent-Length: 4097\\r\\n\\r\\n | 413",
        "POST / HTTP/1.1\\r\\nExpect: 100-continue\\r\\nContent-Length: 1\\r\\n\\r\\n | 417",
      })
  void whatCannotBeServedIsRefused(String text, int status) {
    assertThat(refused(text)).isEqualTo(status);
  }

  @Test
  void aHeadHasABound() throws Exception {
    String longest = "GET / HTTP/1.1\r\nA: " + "x".repeat(RequestReader.HEAD_BYTES_MAX - 23);
    assertThat(longest.length() + 4).isEqualTo(RequestReader.HEAD_BYTES_MAX);
    assertThat(read(longest + "\r\n\r\n")).isPresent();
    assertThat(refused(longest + "x\r\n\r\n")).isEqualTo(431);
    assertThat(refused(longest.repeat(2))).isEqualTo(431);
  }
}
