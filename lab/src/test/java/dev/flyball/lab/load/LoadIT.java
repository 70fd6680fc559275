package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.load.ClosedLoop.ThinkTime;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.KindResult;
import dev.flyball.lab.load.LoadRun.LoadProgress;
import dev.flyball.lab.server.Dispatch;
import dev.flyball.lab.server.Dispatch.KindDispatcher;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Service;
import dev.flyball.lab.server.Workload;
import dev.flyball.lab.server.Workload.RequestKind;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private Dispatch dispatch(String way) {
    return way.equals("connector") ? Dispatch.connector(pool) : onPool(pool);
  }

  private static Dispatch onPool(ExecutorService pool) {
    return Dispatch.receiver((kind, work) -> pool.execute(work));
  }

  private static LabServer serve(Service service, Dispatch dispatch) throws IOException {
    return LabServer.start(LabServer.ANY_PORT, Workload.only("a", service), dispatch);
  }

  private static Schedule only(Arrivals arrivals, Duration length) {
    return new Schedule(arrivals, KindMix.only("a"), length, 1);
  }

  private static LoadResult load(LoadClient client, Schedule schedule) throws InterruptedException {
    try (LoadRun run = client.start(schedule)) {
      return run.await();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector", "receiver"})
  void anOpenLoopCompletesWhatItOffers(String way) throws IOException, InterruptedException {
    Workload workload =
        new Workload(
            List.of(
                new RequestKind("none", 0.5, Service.NOTHING),
                new RequestKind("wait", 0.3, Service.waiting(Duration.ofMillis(10))),
                new RequestKind("file", 0.2, Service.file(100_000, Duration.ofMillis(20)))));
    Schedule schedule =
        new Schedule(Arrivals.poisson(200), workload.mix(), Duration.ofMillis(1_500), 7);
    long planned = StreamSupport.stream(schedule.spliterator(), false).count();
    try (LabServer server = LabServer.start(LabServer.ANY_PORT, workload, dispatch(way))) {
      LoadResult result = load(LoadClient.to(server.uri()), schedule);
      assertThat(result.counts()).isEqualTo(new Counts(planned, planned, 0, 0, 0, 0, 0, 0, 0));
      assertThat(result.responseTimes().count()).isEqualTo(planned);
      assertThat(result.sendLag().count()).isEqualTo(planned);
      assertThat(result.kinds()).extracting(KindResult::id).containsExactly("none", "wait", "file");
      assertThat(result.kinds().stream().mapToLong(kind -> kind.counts().completed()).sum())
          .isEqualTo(planned);
      assertThat(result.kind("wait").responseTimes().percentileNanos(0)).isGreaterThan(9_900_000);
      assertThat(result.kind("file").responseTimes().percentileNanos(0)).isGreaterThan(19_900_000);
      assertThat(result.seconds().stream().mapToLong(Second::offered).sum()).isEqualTo(planned);
      assertThat(result.seconds().stream().mapToLong(Second::completed).sum()).isEqualTo(planned);
      assertThat(result.offeredSeconds()).isEqualTo(1.5);
      assertThat(pool.getCompletedTaskCount()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector", "receiver"})
  void aClosedLoopNeverHasMoreOutThanItHasClients(String way)
      throws IOException, InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Service counting =
        site ->
            reply -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              inside.decrementAndGet();
            };
    ClosedLoop plan = new ClosedLoop(4, ThinkTime.NONE, KindMix.only("a"), ONE_SECOND, 1);
    try (LabServer server = serve(counting, dispatch(way));
        LoadRun run = LoadClient.to(server.uri()).start(plan)) {
      LoadResult result = run.await();
      assertThat(result.offered()).isEqualTo(result.completed()).isGreaterThan(4);
      assertThat(most.get()).isBetween(1, 4);
      assertThat(result.connections()).isEqualTo(8);
    }
  }

  @Test
  void clientsThatThinkAskLess() throws IOException, InterruptedException {
    ThinkTime think = ThinkTime.exponential(Duration.ofMillis(100));
    ClosedLoop plan = new ClosedLoop(10, think, KindMix.only("a"), ONE_SECOND, 1);
    try (LabServer server = serve(Service.NOTHING, onPool(pool));
        LoadRun run = LoadClient.to(server.uri()).start(plan)) {
      LoadResult result = run.await();
      assertThat(result.offered()).isEqualTo(result.completed()).isBetween(10L, 150L);
    }
  }

  @Test
  void aResponseThatNeverComesIsATimeOut() throws IOException, InterruptedException {
    try (LabServer server = serve(site -> reply -> gate.await(), onPool(pool))) {
      LoadClient client = LoadClient.to(server.uri()).withTimeout(Duration.ofMillis(200));
      LoadResult result = load(client, only(Arrivals.atOnce(5), Duration.ofMillis(500)));
      assertThat(result.counts()).isEqualTo(new Counts(5, 0, 0, 0, 0, 0, 0, 5, 0));
      assertThat(result.lastResponseSeconds()).isZero();
    }
  }

  @Test
  void whatIsOutAtTheEndOfTheDrainIsATimeOut() throws IOException, InterruptedException {
    try (LabServer server = serve(site -> reply -> gate.await(), onPool(pool))) {
      LoadClient client = LoadClient.to(server.uri()).withDrainTimeout(Duration.ofMillis(100));
      LoadResult result = load(client, only(Arrivals.atOnce(5), Duration.ofMillis(100)));
      assertThat(result.timedOut()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector", "receiver"})
  void aServerThatStopsBreaksWhatIsOut(String way) throws IOException, InterruptedException {
    CountDownLatch inside = new CountDownLatch(8);
    Service waits =
        site ->
            reply -> {
              inside.countDown();
              gate.await();
            };
    LabServer server = serve(waits, dispatch(way));
    Schedule schedule = only(Arrivals.atOnce(8), Duration.ofMillis(100));
    try (LoadRun run = LoadClient.to(server.uri()).start(schedule)) {
      inside.await();
      server.close();
      LoadResult result = run.await();
      assertThat(result.offered()).isEqualTo(result.failed()).isEqualTo(8);
      // Tomcat answers some of what it has handed out with 500 before it closes their connections.
      assertThat(result.counts().broken() + result.counts().serverErrors()).isEqualTo(8);
    }
  }

  @Test
  void nobodyListeningIsUnconnected() throws IOException, InterruptedException {
    URI nobody;
    try (LabServer server = serve(Service.NOTHING, onPool(pool))) {
      nobody = server.uri();
    }
    LoadClient client = LoadClient.to(nobody);
    LoadResult open = load(client, only(Arrivals.atOnce(100), Duration.ofMillis(100)));
    assertThat(open.counts()).isEqualTo(new Counts(100, 0, 0, 0, 0, 100, 0, 0, 0));
    assertThat(open.firstFault().orElseThrow()).contains("refused");

    ClosedLoop plan =
        new ClosedLoop(2, ThinkTime.NONE, KindMix.only("a"), Duration.ofMillis(200), 1);
    try (LoadRun run = client.start(plan)) {
      assertThat(run.await().counts().unconnected()).isBetween(2L, 42L);
    }
  }

  @Test
  void unknownKindsAndRejectionsHaveCountsOfTheirOwn() throws IOException, InterruptedException {
    CountDownLatch rejections = new CountDownLatch(4);
    ThreadPoolExecutor single =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
    KindDispatcher counting =
        (kind, work) -> {
          try {
            single.execute(work);
          } catch (RejectedExecutionException full) {
            rejections.countDown();
            throw full;
          }
        };
    try (LabServer server =
        serve(site -> reply -> rejections.await(), Dispatch.receiver(counting))) {
      LoadClient client = LoadClient.to(server.uri());
      LoadResult full = load(client, only(Arrivals.atOnce(5), Duration.ofMillis(100)));
      assertThat(full.counts()).isEqualTo(new Counts(5, 1, 4, 0, 0, 0, 0, 0, 0));
      assertThat(full.failed()).isEqualTo(full.rejected()).isEqualTo(4);

      Schedule unknown =
          new Schedule(Arrivals.atOnce(3), KindMix.only("unheard-of"), ONE_SECOND, 1);
      assertThat(load(client, unknown).counts()).isEqualTo(new Counts(3, 0, 0, 3, 0, 0, 0, 0, 0));
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
        site ->
            reply -> {
              if (served.incrementAndGet() == 21) {
                Service.waiting(Duration.ofMillis(500)).prepare(site).perform(reply);
              }
            };
    ExecutorService single = Executors.newSingleThreadExecutor();
    try (LabServer server = serve(stallsOnce, onPool(single))) {
      LoadResult result =
          load(LoadClient.to(server.uri()), only(Arrivals.constant(100), ONE_SECOND));
      assertThat(result.completed()).isEqualTo(100);
      assertThat(result.responseTimes().percentileNanos(75)).isGreaterThan(249_000_000);
    } finally {
      single.shutdownNow();
    }
  }

  @Test
  void waitingForAConnectionIsPartOfTheResponseTimeAndOfTheSendLag()
      throws IOException, InterruptedException {
    try (LabServer server = serve(Service.waiting(Duration.ofMillis(50)), onPool(pool))) {
      LoadClient client = LoadClient.to(server.uri()).withConnections(1, 1);
      LoadResult result = load(client, only(Arrivals.atOnce(4), Duration.ofMillis(100)));
      assertThat(result.completed()).isEqualTo(4);
      assertThat(result.connections()).isEqualTo(1);
      assertThat(result.responseTimes().percentileNanos(100)).isGreaterThan(199_000_000);
      assertThat(result.sendLag().percentileNanos(100)).isGreaterThan(149_000_000);
    }
  }

  @Test
  void aRunThatIsClosedEarlyHasTheResultSoFar() throws IOException, InterruptedException {
    CountDownLatch inside = new CountDownLatch(8);
    Service waits =
        site ->
            reply -> {
              inside.countDown();
              gate.await();
            };
    try (LabServer server = serve(waits, onPool(pool))) {
      Schedule schedule = only(Arrivals.atOnce(8), Duration.ofHours(1));
      LoadRun run = LoadClient.to(server.uri()).start(schedule);
      inside.await();
      run.close();
      LoadResult result = run.await();
      assertThat(result.counts()).isEqualTo(new Counts(8, 0, 0, 0, 0, 0, 0, 0, 8));
      assertThat(result.offeredSeconds()).isPositive().isLessThan(3_600);
      run.close();
    }
  }

  @Test
  void tellsItsListenerEachSecond() throws IOException, InterruptedException {
    LinkedBlockingQueue<LoadProgress> seen = new LinkedBlockingQueue<>();
    try (LabServer server = serve(Service.NOTHING, onPool(pool));
        LoadRun run =
            LoadClient.to(server.uri())
                .withListener(seen::add)
                .start(only(Arrivals.constant(50), Duration.ofMillis(1_200)))) {
      LoadProgress first = seen.take();
      assertThat(first.last().index()).isZero();
      assertThat(first.counts().offered()).isPositive();
      assertThat(run.await().offered()).isEqualTo(60);
    }
  }

  @Test
  void twoThousandConnectionsAreOpenAtOnce() throws IOException, InterruptedException {
    int crowd = 2_000;
    LinkedBlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    AtomicInteger came = new AtomicInteger();
    KindDispatcher holding =
        (kind, work) -> {
          held.add(work);
          if (came.incrementAndGet() == crowd) {
            held.forEach(pool::execute);
          }
        };
    try (LabServer server = serve(Service.NOTHING, Dispatch.receiver(holding))) {
      LoadResult result =
          load(
              LoadClient.to(server.uri()).withTimeout(Duration.ofSeconds(60)),
              only(Arrivals.atOnce(crowd), ONE_SECOND));
      assertThat(result.completed()).isEqualTo(crowd);
      assertThat(result.connections()).isEqualTo(crowd);
    }
  }

  @Test
  void refusesAPlanThatCannotBeKept() {
    LoadClient client = LoadClient.to(URI.create("http://127.0.0.1:1/kind/")).withConnections(1, 2);
    ClosedLoop plan = new ClosedLoop(3, ThinkTime.NONE, KindMix.only("a"), ONE_SECOND, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.start(plan))
        .withMessage("clients must be at most maxConnections, 2, but was 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadClient.to(URI.create("http://127.0.0.1/")))
        .withMessage("server must be of the form http://host:port/path/ but was http://127.0.0.1/");
  }
}
