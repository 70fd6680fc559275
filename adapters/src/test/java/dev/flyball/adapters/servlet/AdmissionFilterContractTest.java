package dev.flyball.adapters.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.Permits;
import dev.flyball.pool.Rejection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the filter does in any server: each server has a class of its own below. */
@Timeout(30)
abstract class AdmissionFilterContractTest {

  private static final String MILLIS = "X-Request-Timeout-Ms";

  @TempDir private Path folder;

  private final Limiter limiter =
      Limiter.named("requests").atMost(1).queueCapacity(2).ungoverned().build();

  /** A server with this filter. */
  abstract TestServer start(AdmissionFilter filter, Path temporary) throws Exception;

  @BeforeEach
  void forget() {
    TestServlet.GO.drainPermits();
    TestServlet.HELD.set(0);
    TestServlet.SERVED.set(0);
    TestServlet.LEFT_TO_WAIT.set(0);
  }

  @AfterEach
  void end() {
    TestServlet.GO.release(1_000);
    limiter.shutdownNow();
  }

  private TestServer start(AdmissionFilterBuilder filter) throws Exception {
    return start(filter.build(), folder);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(200_000);
      assertThat(Thread.interrupted()).as("interrupted at the time limit").isFalse();
    }
  }

  private static void assertShed(HttpResponse<String> answer, ShedCause cause) {
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).startsWith(cause.word() + ": ").doesNotContain("\tat ");
    assertThat(answer.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 7200L);
  }

  // ---- Over a limiter

  @Test
  void aRequestIsServedAsWithoutTheFilter() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      assertThat(client.get("/a/x%20y?q=1&r=%20").body())
          .isEqualTo("GET /a/x%20y?q=1&r=%20  REQUEST marked deadline=-1");
      assertThat(client.post("/a/form?q", "k=v").body())
          .isEqualTo("POST /a/form?q k=v REQUEST marked deadline=-1");
    }
  }

  @Test
  void theDeadlineIsTheShortestThatTheClientSaysOrTheDefault() throws Exception {
    AdmissionFilterBuilder plan =
        AdmissionFilter.over(limiter)
            .deadline(Duration.ofSeconds(200))
            .deadlineAtMost(Duration.ofMinutes(5));
    try (TestServer server = start(plan)) {
      Client client = Client.of(server, Version.HTTP_1_1);
      assertThat(millisLeft(client.get("/a/x"))).isBetween(100_000, 200_000);
      assertThat(millisLeft(client.get("/a/x", MILLIS, "50000"))).isBetween(25_000, 50_000);
      assertThat(millisLeft(client.get("/a/x", MILLIS, "50000", "grpc-timeout", "20S")))
          .isBetween(10_000, 20_000);
      assertThat(millisLeft(client.get("/a/x", MILLIS, "999999999"))).isBetween(200_001, 300_000);
    }
  }

  private static int millisLeft(HttpResponse<String> answer) {
    return Integer.parseInt(answer.body().substring(answer.body().lastIndexOf('=') + 1));
  }

  @Test
  void aTimeoutThatIsNoneIsIgnoredAndCounted() throws Exception {
    AdmissionFilter filter = AdmissionFilter.over(limiter).build();
    try (TestServer server = start(filter, folder)) {
      Client client = Client.of(server, Version.HTTP_1_1);
      assertThat(millisLeft(client.get("/a/x", MILLIS, "soon"))).isEqualTo(-1);
      assertThat(filter.invalidTimeouts()).isEqualTo(1);
    }
  }

  @Test
  void aRequestThatWaitedTooLongIsTurnedAway() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      CompletableFuture<HttpResponse<String>> second = client.send("/a/x", MILLIS, "50");
      await(() -> limiter.queued() == 1);
      long arrivedNanos = System.nanoTime();
      await(() -> System.nanoTime() - arrivedNanos > 50_000_000);
      TestServlet.GO.release();
      assertShed(second.get(), ShedCause.EXPIRED);
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(TestServlet.SERVED).hasValue(1);
    }
  }

  @Test
  void aRequestIsAnsweredAtItsDeadlineThoughNothingHappensInThePool() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      assertShed(client.get("/a/x", MILLIS, "50"), ShedCause.EXPIRED);
      assertThat(limiter.queued()).isZero();
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void soItIsWhereOnlyThePoolHasADeadline() throws Exception {
    Limiter quick =
        Limiter.named("quick").atMost(1).deadline(Duration.ofMillis(500)).ungoverned().build();
    try (quick;
        TestServer server = start(AdmissionFilter.over(quick))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      assertShed(client.get("/a/x"), ShedCause.EXPIRED);
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void anAnswerThatFailsEndsTheRequest() throws Exception {
    AdmissionFilterBuilder plan =
        AdmissionFilter.over(limiter)
            .onShed((request, response, why, retryAfterSeconds) -> {
              throw new NoSuchElementException("the answer's own (on purpose)");
            });
    try (TestServer server = start(plan)) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      assertThat(client.get("/a/x", MILLIS, "50").statusCode()).isEqualTo(500);
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aRejectionThatFailsEndsTheRequest() throws Exception {
    Limiter strict =
        Limiter.named("strict")
            .atMost(1)
            .queueCapacity(0)
            .rejection(refusal -> {
              throw new NoSuchElementException("the rejection's own (on purpose)");
            })
            .ungoverned()
            .build();
    try (strict;
        TestServer server = start(AdmissionFilter.over(strict))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      assertThat(client.get("/a/x").statusCode()).isEqualTo(500);
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
      await(() -> strict.running() == 0);
    }
  }

  @Test
  void anAsynchronousServletHasTheServersOwnTimeout() throws Exception {
    try (Permits permits = Permits.named("requests").ungoverned().build();
        TestServer asEver = start(AdmissionFilter.over(permits));
        TestServer server = start(AdmissionFilter.over(limiter))) {
      String usual = Client.of(asEver, Version.HTTP_1_1).get("/a/timeout").body();
      assertThat(Long.parseLong(usual)).isGreaterThan(1_000);
      assertThat(Client.of(server, Version.HTTP_1_1).get("/a/timeout", MILLIS, "9999").body())
          .isEqualTo(usual);
    }
  }

  @Test
  void aRequestForWhichThereIsNoRoomIsTurnedAwayAtOnce() throws Exception {
    AdmissionFilterBuilder plan = AdmissionFilter.over(limiter).deadline(Duration.ofSeconds(100));
    try (TestServer server = start(plan)) {
      Client client = Client.of(server, Version.HTTP_1_1);
      List<CompletableFuture<HttpResponse<String>>> in = new ArrayList<>();
      in.add(client.send("/a/hold"));
      await(() -> TestServlet.HELD.get() == 1);
      in.add(client.send("/a/x"));
      in.add(client.send("/a/x"));
      await(() -> limiter.queued() == 2);
      assertShed(client.get("/a/x"), ShedCause.FULL);
      TestServlet.GO.release();
      for (CompletableFuture<HttpResponse<String>> answer : in) {
        assertThat(answer.get().statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void anAnswerThatHasBegunJustEnds() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      limiter.shutdown();
      HttpResponse<String> answer = Client.of(server, Version.HTTP_1_1).get("/begun/x");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("begun;");
    }
  }

  @Test
  void whatTheServletThrowsReachesTheServer() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      assertThat(client.get("/a/throw").statusCode()).isEqualTo(500);
      assertThat(client.get("/a/x").statusCode()).isEqualTo(200);
      await(() -> limiter.running() == 0);
    }
  }

  @Test
  void anAsynchronousServletHoldsItsSlotUntilItHasAnswered() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/async");
      await(() -> TestServlet.HELD.get() == 1);
      CompletableFuture<HttpResponse<String>> second = client.send("/a/x");
      await(() -> limiter.queued() == 1);
      assertThat(limiter.running()).isEqualTo(1);
      assertThat(TestServlet.SERVED).hasValue(1);
      TestServlet.GO.release();
      assertThat(first.get().body()).startsWith("GET /a/async?null");
      assertThat(second.get().statusCode()).isEqualTo(200);
      await(() -> limiter.running() == 0);
    }
  }

  @Test
  void aServletMayDispatchItsRequestAgain() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      assertThat(Client.of(server, Version.HTTP_1_1).get("/a/again").body())
          .isEqualTo("GET /a/again?null  ASYNC marked deadline=-1");
      await(() -> limiter.running() == 0);
    }
  }

  @Test
  void aServletNeedNotSupportAsynchronousRequests() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      assertThat(Client.of(server, Version.HTTP_1_1).get("/sync/x").body())
          .isEqualTo("GET /sync/x?null  REQUEST marked deadline=-1");
    }
  }

  @Test
  void aFilterBeforeThatDoesNotSupportThemIsAnError() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      HttpResponse<String> answer = Client.of(server, Version.HTTP_1_1).get("/old/x");
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).containsPattern("servlet .{1,6}work").contains("asyncSupported");
    }
  }

  @Test
  void aClientThatResetsItsStreamLeavesTheQueue() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_2);
      assertThat(client.get("/a/x").version()).isEqualTo(Version.HTTP_2);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      CompletableFuture<HttpResponse<String>> second = client.send("/a/gone");
      // Jetty drops what it is told of a request that is still in its filters.
      await(() -> TestServlet.LEFT_TO_WAIT.get() == 1);
      assertThat(limiter.queued()).isEqualTo(1);
      second.cancel(true);
      await(() -> limiter.shedTotals().tasks(ShedCause.GONE) == 1);
      assertThat(limiter.queued()).isZero();
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(client.get("/a/x").statusCode()).isEqualTo(200);
      assertThat(TestServlet.SERVED).hasValue(3);
      assertThat(limiter.shedTotals().tasks()).isEqualTo(1);
    }
  }

  /** No server tells of it before the request runs; it takes its turn, and nothing else. */
  @Test
  void aClientThatClosesItsConnectionHarmsNothing() throws Exception {
    try (TestServer server = start(AdmissionFilter.over(limiter))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      sendAndClose(server.port());
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(client.get("/a/x").statusCode()).isEqualTo(200);
      await(() -> limiter.running() == 0);
    }
  }

  private void sendAndClose(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write("GET /a/x HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      await(() -> limiter.queued() == 1);
      socket.setSoLinger(true, 0);
    }
  }

  @Test
  void aPoolThatMakesItsCallerRunServesInTheServersThread() throws Exception {
    Limiter callers =
        Limiter.named("callers")
            .atMost(1)
            .queueCapacity(0)
            .rejection(Rejection.callerRuns())
            .ungoverned()
            .build();
    try (callers;
        TestServer server = start(AdmissionFilter.over(callers))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      CompletableFuture<HttpResponse<String>> first = client.send("/a/hold");
      await(() -> TestServlet.HELD.get() == 1);
      assertThat(client.get("/a/x").statusCode()).isEqualTo(200);
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  /** They have no deadline, so nothing may be turned away while there is room. */
  @Test
  void noneOfManyRequestsIsLost() throws Exception {
    Limiter few = Limiter.named("few").atMost(8).ungoverned().build();
    try (few;
        TestServer server =
            start(AdmissionFilter.over(few).importance(request -> Importance.HIGH))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int request = 0; request < 200; request++) {
        answers.add(client.send(request % 4 == 0 ? "/a/again" : "/a/" + request));
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().statusCode()).as(answer.get().body()).isEqualTo(200);
      }
      await(() -> few.running() == 0);
      assertThat(few.lifetime().flow().completed()).isEqualTo(200);
    }
  }

  @Test
  void aServerThatStopsLetsGoOfItsWorkers() throws Exception {
    TestServer server = start(AdmissionFilter.over(limiter));
    CompletableFuture<HttpResponse<String>> unanswered =
        Client.of(server, Version.HTTP_1_1).send("/a/never");
    await(() -> TestServlet.SERVED.get() == 1);
    assertThat(limiter.running()).isEqualTo(1);
    server.close();
    await(() -> limiter.running() == 0);
    await(unanswered::isDone); // with an error or a closed connection, as the server likes
  }

  // ---- Over permits

  @Test
  void aPoolSeesTheProcessorTimeOfItsRequestsOnceInWhateverThreadTheyRun() throws Exception {
    AdaptivePool pool = AdaptivePool.named("requests").ungoverned().workers(1).build();
    try (TestServer server = start(AdmissionFilter.over(pool))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      for (int i = 0; i < 10; i++) {
        client.get("/a/compute");
      }
      await(() -> pool.lifetime().flow().completed() == 10);
      long took = pool.lifetime().times().cpuNanosSum().orElseThrow();
      assertThat(took / TestServlet.COMPUTING_NANOS).isBetween(7L, 16L);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void permitsGateInTheServersThread() throws Exception {
    try (Permits permits = Permits.named("requests").atMost(1).ungoverned().build();
        TestServer server = start(AdmissionFilter.over(permits))) {
      Client client = Client.of(server, Version.HTTP_1_1);
      assertThat(client.get("/sync/x?q").body())
          .isEqualTo("GET /sync/x?q  REQUEST marked deadline=-1");
      CompletableFuture<HttpResponse<String>> first = client.send("/a/async");
      await(() -> TestServlet.HELD.get() == 1);
      assertShed(client.get("/a/x", MILLIS, "20"), ShedCause.EXPIRED);
      TestServlet.GO.release();
      assertThat(first.get().statusCode()).isEqualTo(200);
      await(() -> permits.held() == 0);
      assertThat(client.get("/a/throw").statusCode()).isEqualTo(500);
      assertThat(millisLeft(client.get("/a/again", MILLIS, "60000"))).isBetween(1, 60_000);
      await(() -> permits.held() == 0);
    }
  }
}
