package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.server.Workload.RequestKind;
import java.io.IOException;
import java.net.BindException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LabServerIT {

  private static final int WORKERS = 4;
  private static final int WORK_LEFT = 200;
  private static final int ROUNDS_OF_STOPPING = 10;

  private final ExecutorService pool =
      Executors.newFixedThreadPool(WORKERS, task -> new Thread(task, "under-test"));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void endPool() {
    pool.shutdownNow();
  }

  private void run(String kind, Runnable work) {
    pool.execute(work);
  }

  private HttpRequest request(LabServer server, String kind) {
    return HttpRequest.newBuilder(server.uri().resolve(kind)).build();
  }

  private HttpResponse<byte[]> ask(LabServer server, String kind)
      throws IOException, InterruptedException {
    return client.send(request(server, kind), BodyHandlers.ofByteArray());
  }

  private LabServer start(Workload workload) throws IOException {
    return LabServer.start(LabServer.ANY_PORT, workload, this::run);
  }

  @Test
  void doesTheWorkOnThePoolAndSendsItsReply() throws IOException, InterruptedException {
    BlockingQueue<String> workers = new LinkedBlockingQueue<>();
    Service named =
        Service.inOrder(
            folder -> reply -> workers.add(Thread.currentThread().getName()),
            Service.file(100_000, Duration.ofMillis(5)));
    try (LabServer server = start(Workload.only("file", named))) {
      HttpResponse<byte[]> response = ask(server, "file");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).hasSize(100_000);
      assertThat(workers).containsExactly("under-test");
    }
  }

  @Test
  void answersForWhatGoesWrong() throws IOException, InterruptedException {
    Service broken =
        folder ->
            reply -> {
              throw new IllegalStateException("the work is broken");
            };
    try (LabServer server = start(Workload.only("broken", broken))) {
      assertThat(ask(server, "unheard-of").statusCode()).isEqualTo(404);
      HttpResponse<byte[]> response = ask(server, "broken");
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).asString().contains("the work is broken");
    }
  }

  @Test
  void aReplyThatBreaksOffEndsItsConnection() throws IOException, InterruptedException {
    Service breaksOff =
        folder ->
            reply -> {
              reply.write(new byte[100_000]);
              throw new IllegalStateException("in the middle");
            };
    try (LabServer server = start(Workload.only("breaks-off", breaksOff))) {
      assertThatThrownBy(() -> ask(server, "breaks-off")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void tellsThePoolTheKind() throws IOException, InterruptedException {
    BlockingQueue<String> kinds = new LinkedBlockingQueue<>();
    Workload workload =
        new Workload(
            List.of(
                new RequestKind("a", 0.5, Service.NOTHING),
                new RequestKind("b", 0.5, Service.NOTHING)));
    BiConsumer<String, Runnable> noting =
        (kind, work) -> {
          kinds.add(kind);
          pool.execute(work);
        };
    try (LabServer server = LabServer.start(LabServer.ANY_PORT, workload, noting)) {
      ask(server, "b");
      ask(server, "a");
      assertThat(kinds).containsExactly("b", "a");
    }
  }

  @Test
  void aRejectionIsAnsweredWith503() throws IOException, InterruptedException {
    BiConsumer<String, Runnable> full =
        (kind, work) -> {
          throw new RejectedExecutionException("full");
        };
    try (LabServer server =
        LabServer.start(LabServer.ANY_PORT, Workload.only("a", Service.NOTHING), full)) {
      assertThat(ask(server, "a").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void aStoppedWorkerIsAnsweredWith503()
      throws IOException, InterruptedException, ExecutionException {
    CountDownLatch begun = new CountDownLatch(1);
    Service waits =
        Service.inOrder(folder -> reply -> begun.countDown(), Service.waiting(Duration.ofHours(1)));
    try (LabServer server = start(Workload.only("waits", waits))) {
      CompletableFuture<HttpResponse<byte[]>> response =
          client.sendAsync(request(server, "waits"), BodyHandlers.ofByteArray());
      begun.await();
      pool.shutdownNow();
      assertThat(response.get().statusCode()).isEqualTo(503);
    }
  }

  /** Answers that break off all the while, on both sides of the moment at which it stops. */
  @Test
  void workThatFailsWhileTheServerStopsDoesNotTurnToIt() throws IOException, InterruptedException {
    Service breaksOff =
        folder ->
            reply -> {
              reply.write(new byte[100_000]);
              throw new IllegalStateException("in the middle");
            };
    List<LogRecord> severe = new CopyOnWriteArrayList<>();
    Handler collecting = collecting(severe);
    Logger tomcat = Logger.getLogger("org.apache.catalina.core.ContainerBase");
    tomcat.addHandler(collecting);
    Workload workload = Workload.only("breaks-off", breaksOff);
    for (int round = 0; round < ROUNDS_OF_STOPPING; round++) {
      BlockingQueue<Runnable> handedOver = new LinkedBlockingQueue<>();
      CountDownLatch working = new CountDownLatch(WORKERS);
      try (LabServer server =
          LabServer.start(LabServer.ANY_PORT, workload, (kind, work) -> handedOver.add(work))) {
        tomcat.setLevel(Level.SEVERE);
        for (int request = 0; request < WORK_LEFT; request++) {
          client.sendAsync(request(server, "breaks-off"), BodyHandlers.discarding());
        }
        List<Runnable> left = new ArrayList<>();
        while (left.size() < WORK_LEFT) {
          left.add(handedOver.take());
        }
        BlockingQueue<Runnable> shared = new LinkedBlockingQueue<>(left);
        for (int worker = 0; worker < WORKERS; worker++) {
          pool.execute(() -> {
            working.countDown();
            for (Runnable work = shared.poll(); work != null; work = shared.poll()) {
              work.run();
            }
          });
        }
        working.await();
      }
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    tomcat.removeHandler(collecting);
    tomcat.setLevel(null);
    assertThat(severe).extracting(LogRecord::getThrown).isEmpty();
  }

  private static Handler collecting(List<LogRecord> records) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
          records.add(record);
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void namesAPortThatIsTaken() throws IOException, InterruptedException {
    Workload empty = Workload.only("a", Service.NOTHING);
    try (LabServer first = start(empty)) {
      assertThatThrownBy(() -> LabServer.start(first.port(), empty, this::run))
          .isInstanceOf(BindException.class)
          .hasMessage("port must be free but " + first.port() + " on 127.0.0.1 is taken");
    }
  }

  @Test
  void severalServersLiveSideBySideAndAPortIsFreeAfterwards()
      throws IOException, InterruptedException {
    Workload empty = Workload.only("a", Service.NOTHING);
    int port;
    try (LabServer first = start(empty);
        LabServer second = start(empty)) {
      port = first.port();
      assertThat(Stream.of(ask(first, "a"), ask(second, "a")).map(HttpResponse::statusCode))
          .containsExactly(200, 200);
    }
    try (LabServer again = LabServer.start(port, empty, this::run)) {
      assertThat(ask(again, "a").statusCode()).isEqualTo(200);
    }
  }
}
