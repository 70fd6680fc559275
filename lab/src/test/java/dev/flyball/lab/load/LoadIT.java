package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.load.Load.ClosedLoop;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Service;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.server.Workload.RequestKind;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@Tag("slow")
class LoadIT {

  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(16, 16, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void endPool() {
    gate.countDown();
    pool.shutdownNow();
  }

  private static BiConsumer<String, Runnable> onPool(ExecutorService pool) {
    return (kind, work) -> pool.execute(work);
  }

  private static LabServer serve(Service service, BiConsumer<String, Runnable> pool)
      throws IOException {
    return LabServer.start(LabServer.ANY_PORT, Workload.only("a", service), pool);
  }

  private static LoadClient client(LabServer server) {
    return LoadClient.to(server.uri(), Duration.ofSeconds(60));
  }

  private static Counts counts(long offered, Outcome outcome, long ended) {
    return new Counts(offered, Map.of(outcome, ended));
  }

  private static Schedule only(Arrivals arrivals, Duration length) {
    return Schedule.of(arrivals, KindMix.only("a"), length, 1);
  }

  private static LoadResult load(LoadClient client, Schedule schedule) throws InterruptedException {
    try (LoadRun run = client.start(schedule)) {
      return run.await();
    }
  }

  @Test
  void anOpenLoopCompletesWhatItOffers() throws IOException, InterruptedException {
    Workload workload =
        new Workload(
            List.of(
                new RequestKind("none", 0.5, Service.NOTHING),
                new RequestKind("wait", 0.3, Service.waiting(Duration.ofMillis(10))),
                new RequestKind("file", 0.2, Service.file(100_000, Duration.ofMillis(20)))));
    Schedule schedule =
        Schedule.of(Arrivals.poisson(200), workload.mix(), Duration.ofMillis(1_500), 7);
    long planned = StreamSupport.stream(schedule.arrivals().spliterator(), false).count();
    try (LabServer server = LabServer.start(LabServer.ANY_PORT, workload, onPool(pool))) {
      LoadResult result = load(client(server), schedule);
      assertThat(result.counts()).isEqualTo(counts(planned, Outcome.COMPLETED, planned));
      assertThat(result.responseTimes().count()).isEqualTo(planned);
      assertThat(result.sendLag().count()).isEqualTo(planned);
      // Half of the requests wait for 10 ms or longer.
      assertThat(result.responseTimes().percentileNanos(70)).isGreaterThan(9_900_000);
      assertThat(result.seconds().stream().mapToLong(Second::offered).sum()).isEqualTo(planned);
      assertThat(result.seconds().stream().mapToLong(Second::completed).sum()).isEqualTo(planned);
      assertThat(result.offeredSeconds()).isEqualTo(1.5);
      assertThat(pool.getCompletedTaskCount()).isPositive();
    }
  }

  @Test
  void aClosedLoopNeverHasMoreOutThanItHasClients() throws IOException, InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Service counting =
        folder ->
            reply -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              inside.decrementAndGet();
            };
    ClosedLoop plan = new ClosedLoop(4, TimeDistribution.NONE, KindMix.only("a"), ONE_SECOND, 1);
    try (LabServer server = serve(counting, onPool(pool));
        LoadRun run = client(server).start(plan)) {
      LoadResult result = run.await();
      assertThat(result.counts().offered()).isEqualTo(result.counts().completed()).isGreaterThan(4);
      assertThat(most.get()).isBetween(1, 4);
    }
  }

  @Test
  void clientsThatThinkAskLess() throws IOException, InterruptedException {
    TimeDistribution think = new TimeDistribution.Exponential(100_000_000);
    ClosedLoop plan = new ClosedLoop(10, think, KindMix.only("a"), ONE_SECOND, 1);
    try (LabServer server = serve(Service.NOTHING, onPool(pool));
        LoadRun run = client(server).start(plan)) {
      LoadResult result = run.await();
      assertThat(result.counts().offered())
          .isEqualTo(result.counts().completed())
          .isBetween(10L, 150L);
    }
  }

  @Test
  void aResponseThatNeverComesIsATimeOut() throws IOException, InterruptedException {
    try (LabServer server = serve(folder -> reply -> gate.await(), onPool(pool))) {
      LoadClient client = LoadClient.to(server.uri(), Duration.ofMillis(200));
      LoadResult result = load(client, only(Arrivals.atOnce(5), Duration.ofMillis(500)));
      assertThat(result.counts()).isEqualTo(counts(5, Outcome.TIMED_OUT, 5));
      assertThat(result.lastResponseSeconds()).isZero();
    }
  }

  @Test
  void aServerThatStopsBreaksWhatIsOut() throws IOException, InterruptedException {
    CountDownLatch inside = new CountDownLatch(8);
    Service waits =
        folder ->
            reply -> {
              inside.countDown();
              gate.await();
            };
    LabServer server = serve(waits, onPool(pool));
    Schedule schedule = only(Arrivals.atOnce(8), Duration.ofMillis(100));
    try (LoadRun run = client(server).start(schedule)) {
      inside.await();
      server.close();
      LoadResult result = run.await();
      assertThat(result.counts().offered()).isEqualTo(result.counts().failed()).isEqualTo(8);
      // Tomcat answers some of what it has handed out with 500 before it closes their connections.
      assertThat(result.counts().of(Outcome.BROKEN) + result.counts().of(Outcome.SERVER_ERROR))
          .isEqualTo(8);
    }
  }

  @Test
  void nobodyListeningIsUnconnected() throws IOException, InterruptedException {
    URI nobody;
    try (LabServer server = serve(Service.NOTHING, onPool(pool))) {
      nobody = server.uri();
    }
    LoadClient client = LoadClient.to(nobody, ONE_SECOND);
    LoadResult open = load(client, only(Arrivals.atOnce(100), Duration.ofMillis(100)));
    assertThat(open.counts()).isEqualTo(counts(100, Outcome.UNCONNECTED, 100));

    ClosedLoop plan =
        new ClosedLoop(2, TimeDistribution.NONE, KindMix.only("a"), Duration.ofMillis(200), 1);
    try (LoadRun run = client.start(plan)) {
      assertThat(run.await().counts().of(Outcome.UNCONNECTED)).isBetween(2L, 42L);
    }
  }

  @Test
  void unknownKindsAndRejectionsHaveCountsOfTheirOwn() throws IOException, InterruptedException {
    CountDownLatch rejections = new CountDownLatch(4);
    ThreadPoolExecutor single =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
    BiConsumer<String, Runnable> counting =
        (kind, work) -> {
          try {
            single.execute(work);
          } catch (RejectedExecutionException full) {
            rejections.countDown();
            throw full;
          }
        };
    try (LabServer server = serve(folder -> reply -> rejections.await(), counting)) {
      LoadClient client = client(server);
      LoadResult full = load(client, only(Arrivals.atOnce(5), Duration.ofMillis(100)));
      assertThat(full.counts())
          .isEqualTo(new Counts(5, Map.of(Outcome.COMPLETED, 1L, Outcome.REJECTED, 4L)));
      assertThat(full.counts().failed()).isEqualTo(full.counts().of(Outcome.REJECTED)).isEqualTo(4);

      Schedule unknown = Schedule.of(Arrivals.atOnce(3), KindMix.only("unheard-of"), ONE_SECOND, 1);
      assertThat(load(client, unknown).counts()).isEqualTo(counts(3, Outcome.CLIENT_ERROR, 3));
    } finally {
      single.shutdownNow();
    }
  }

  /**
   * One worker; the 21st of 100 requests, one every 10 ms, takes 500 ms. It begins at 200 ms at the
   * earliest, so nothing after it ends before 700 ms. Of the 46 requests meant for the first 450 ms
   * at most 20 came before it: 26 of 100 have waited at least 250 ms. A generator that waits for
   * answers before it goes on would have seen one slow request.
   */
  @Test
  void aStallShowsInEveryRequestThatWasMeantToBeSentDuringIt()
      throws IOException, InterruptedException {
    AtomicInteger served = new AtomicInteger();
    Service stallsOnce =
        folder ->
            reply -> {
              if (served.incrementAndGet() == 21) {
                Service.waiting(Duration.ofMillis(500)).prepare(folder).perform(reply);
              }
            };
    ExecutorService single = Executors.newSingleThreadExecutor();
    try (LabServer server = serve(stallsOnce, onPool(single))) {
      LoadResult result = load(client(server), only(Arrivals.constant(100), ONE_SECOND));
      assertThat(result.counts().completed()).isEqualTo(100);
      assertThat(result.responseTimes().percentileNanos(75)).isGreaterThan(249_000_000);
    } finally {
      single.shutdownNow();
    }
  }

  @Test
  void waitingForAConnectionIsPartOfTheResponseTimeAndOfTheSendLag()
      throws IOException, InterruptedException {
    try (LabServer server = serve(Service.waiting(Duration.ofMillis(50)), onPool(pool))) {
      LoadClient client = new LoadClient(server.uri(), Duration.ofSeconds(60), 1, 1);
      LoadResult result = load(client, only(Arrivals.atOnce(4), Duration.ofMillis(100)));
      assertThat(result.counts().completed()).isEqualTo(4);
      assertThat(result.responseTimes().percentileNanos(100)).isGreaterThan(199_000_000);
      assertThat(result.sendLag().percentileNanos(100)).isGreaterThan(149_000_000);
    }
  }

  @Test
  void aRunThatIsClosedEarlyHasTheResultSoFar() throws IOException, InterruptedException {
    CountDownLatch inside = new CountDownLatch(8);
    Service waits =
        folder ->
            reply -> {
              inside.countDown();
              gate.await();
            };
    try (LabServer server = serve(waits, onPool(pool))) {
      Schedule schedule = only(Arrivals.atOnce(8), Duration.ofHours(1));
      LoadRun run = client(server).start(schedule);
      inside.await();
      run.close();
      LoadResult result = run.await();
      assertThat(result.counts()).isEqualTo(new Counts(8, Map.of()));
      assertThat(result.offeredSeconds()).isPositive().isLessThan(3_600);
      run.close();
    }
  }

  @Test
  void tellsItsListenerEachSecond() throws IOException, InterruptedException {
    LinkedBlockingQueue<Second> seen = new LinkedBlockingQueue<>();
    try (LabServer server = serve(Service.NOTHING, onPool(pool));
        LoadRun run =
            client(server)
                .start(only(Arrivals.constant(50), Duration.ofMillis(1_200)), seen::add)) {
      Second first = seen.take();
      assertThat(first.index()).isZero();
      assertThat(first.offered()).isPositive();
      assertThat(run.await().counts().offered()).isEqualTo(60);
    }
  }

  @Test
  void twoThousandConnectionsAreOpenAtOnce() throws IOException, InterruptedException {
    int crowd = 2_000;
    LinkedBlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    AtomicInteger came = new AtomicInteger();
    BiConsumer<String, Runnable> holding =
        (kind, work) -> {
          held.add(work);
          if (came.incrementAndGet() == crowd) {
            held.forEach(pool::execute);
          }
        };
    try (LabServer server = serve(Service.NOTHING, holding)) {
      LoadResult result = load(client(server), only(Arrivals.atOnce(crowd), ONE_SECOND));
      assertThat(result.counts().completed()).isEqualTo(crowd);
    }
  }

  @Test
  void refusesAPlanThatCannotBeKept() {
    LoadClient client = new LoadClient(URI.create("http://127.0.0.1:1/kind/"), ONE_SECOND, 2, 1);
    ClosedLoop plan = new ClosedLoop(3, TimeDistribution.NONE, KindMix.only("a"), ONE_SECOND, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.start(plan))
        .withMessage("clients must be at most maxConnections, 2, but was 3");
  }
}
