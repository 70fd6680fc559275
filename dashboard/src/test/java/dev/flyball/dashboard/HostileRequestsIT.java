package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.base.Fuzzing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests that are nearly right, over real sockets: each is answered as HTTP, or its connection
 * closed. {@code -Dfuzz.inputs=1000000} takes many minutes.
 */
@Tag("slow")
class HostileRequestsIT {

  private static final int FEW = 4000;
  private static final int CLIENTS = 4;
  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.1 (200|400|401|403|404|405|409|413|417|431|503) [\\s\\S]*\r\n\r\n");
  private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)\r\n");

  private static final String TOKEN = "a-token-of-the-test";

  private static final List<String> VALID =
      List.of(
          "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: keep-alive\r\n\r\n",
          "HEAD /style.css HTTP/1.0\r\nHost: 127.0.0.1:80\r\n\r\n",
          "GET /api/pool?id=pool%3Aa&since=3&curve=-1&from=0&until=9 HTTP/1.1\r\nHost: [::1]\r\n\r\n",
          "GET /events HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n\r\n",
          "GET /api/policies HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n",
          act("pin", "pool=pool:a&workers=40"),
          act("limits", "pool=pool:a&min=2&max=9"),
          act("policy", "pool=pool:a&policy=littles-law(headroom%3D0.2)"));

  private static final List<String> WORDS =
      List.of(
          "\r\n",
          "\r",
          "\n",
          "\r\n\r\n",
          " ",
          ":",
          "/",
          "?",
          "&",
          "=",
          "%",
          "%00",
          "%2e%2e/",
          "\0",
          "GET ",
          "HTTP/1.1",
          "Transfer-Encoding: chunked\r\n",
          "Content-Length: 5\r\n",
          "Host: x\r\n",
          "Expect: 100-continue\r\n",
          "Upgrade: h2c\r\n",
          "http://localhost/",
          "PRI * HTTP/2.0\r\n\r\n");

  private static String act(String action, String fields) {
    return "POST /act/"
        + action
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + TOKEN
        + "\r\nContent-Length: "
        + fields.length()
        + "\r\n\r\n"
        + fields;
  }

  /** What the server has logged as a defect. */
  private static final class Defects extends Handler {
    private final Queue<String> found = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord record) {
      if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
        found.add(record.getMessage() + ": " + record.getThrown());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** The answer; only its head where the answer has no end. */
  private static String answer(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        answer.write(next);
        if (next == '\n' && answer.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
          break;
        }
      }
      String head = answer.toString(StandardCharsets.UTF_8);
      if (LENGTH.matcher(head).find()) {
        in.transferTo(answer);
      }
      return head;
    } catch (SocketException e) {
      return ""; // closed while the request was being sent
    }
  }

  private static int answered(int port, long from, long to) throws IOException {
    Fuzzing requests = new Fuzzing(VALID, WORDS);
    int answered = 0;
    for (long seed = from; seed < to; seed++) {
      String request = requests.input(new Dice(seed));
      String head = answer(port, request);
      if (!head.isEmpty()) {
        assertThat(head).as("-Dseed=%d: %s", seed, request).matches(HEAD);
        answered++;
      }
    }
    return answered;
  }

  /** How many of the inputs from that seed on were answered. */
  private static int answered(ExecutorService clients, int port, long seed, int inputs)
      throws Exception {
    List<Future<Integer>> parts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      long from = seed + (long) inputs * i / CLIENTS;
      long to = seed + (long) inputs * (i + 1) / CLIENTS;
      parts.add(clients.submit(() -> answered(port, from, to)));
    }
    int answered = 0;
    for (Future<Integer> part : parts) {
      answered += part.get();
    }
    return answered;
  }

  @Test
  void areAnsweredOrClosedAndLeaveNothing() throws Exception {
    int inputs = Fuzzing.inputs(FEW);
    long seed = Long.getLong("seed", System.nanoTime());
    Defects defects = new Defects();
    Logger logger = Logger.getLogger("dev.flyball.dashboard");
    logger.addHandler(defects);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    MadeUpPools pools = new MadeUpPools().with("a", () -> Views.view("a", 3, 10));
    DashboardBuilder plan =
        Dashboard.on(0).watching(pools).token(TOKEN).updatesPerSecond(10).announcing(line -> {});
    try (Dashboard dashboard = plan.start()) {
      int port = dashboard.port();
      int answered = answered(clients, port, seed, inputs / 10);
      Fuzzing.Resources before = Fuzzing.Resources.now();
      answered += answered(clients, port, seed + inputs / 10, inputs - inputs / 10);
      System.out.printf("%d requests, %d answered (-Dseed=%d)%n", inputs, answered, seed);
      assertThat(RawHttp.get(port, "/").status()).isEqualTo(200);
      assertThat(answered).isGreaterThan(inputs / 4);
      Fuzzing.Resources.now().requireNoGrowthSince(before);
      assertThat(defects.found).isEmpty();
    } finally {
      clients.shutdownNow();
      logger.removeHandler(defects);
    }
  }
}
