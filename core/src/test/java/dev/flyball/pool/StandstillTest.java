package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flyball.base.Await;
import dev.flyball.policy.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that wait for tasks of their own pool in ways that it cannot see end all the same. */
@Timeout(120)
class StandstillTest {

  private static final int BURST = 12;
  private static final int WIDTH = 3;
  private static final AtomicInteger DECORATED_RUNS = new AtomicInteger();

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  /** The pools. */
  enum Plan {
    ONE_WORKER(() -> AdaptivePool.named("one").ungoverned().workers(1)),
    FOUR_WORKERS(() -> AdaptivePool.named("four").ungoverned().workers(4)),
    UNMEASURED(() -> AdaptivePool.named("unmeasured").unmeasured().workers(2)),
    OTHER_THREADS(
        () -> AdaptivePool.named("others").ungoverned().workers(2).threadFactory(Thread::new)),
    DECORATED(() ->
        AdaptivePool.named("decorated")
            .ungoverned()
            .workers(2)
            .decorate(task ->
                () -> {
                  DECORATED_RUNS.incrementAndGet();
                  task.run();
                })),
    IN_A_LINE(
        () -> AdaptivePool.named("line").ungoverned().workers(2).deadline(Duration.ofMinutes(30))),
    GOVERNED(() -> AdaptivePool.named("governed")),
    HELD_BY_LIMITS(() -> AdaptivePool.named("limits").limits(1, 2));

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<PoolBuilder> plan;

    Plan(Supplier<PoolBuilder> plan) {
      this.plan = plan;
    }
  }

  private static int joined(AdaptivePool pool, int depth) {
    if (depth == 0) {
      return 1;
    }
    List<CompletableFuture<Integer>> inner = new ArrayList<>();
    for (int i = 0; i < WIDTH; i++) {
      inner.add(CompletableFuture.supplyAsync(() -> joined(pool, depth - 1), pool));
    }
    return inner.stream().mapToInt(CompletableFuture::join).sum();
  }

  @ParameterizedTest
  @EnumSource
  void joinsEnd(Plan which) throws Exception {
    AdaptivePool pool = pools.build(which.plan.get());
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(pool.submit(() -> joined(pool, 2)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH * WIDTH);
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    if (pool.measured()) {
      int tasks = BURST * (1 + WIDTH + WIDTH * WIDTH);
      assertThat(pool.lifetime().flow().arrived()).isEqualTo(tasks);
      assertThat(pool.lifetime().flow().completed()).isEqualTo(tasks);
    }
  }

  /** Or a burst of requests that join would run a few of them at a time. */
  @ParameterizedTest
  @EnumSource(names = {"UNMEASURED", "OTHER_THREADS", "IN_A_LINE"})
  void joinsGoOnBesideAnotherTaskOnceTheyWereSeen(Plan which) throws Exception {
    AdaptivePool pool = pools.build(which.plan.get());
    List<Future<Integer>> seen =
        List.of(pool.submit(() -> joined(pool, 1)), pool.submit(() -> joined(pool, 1)));
    for (Future<Integer> one : seen) {
      assertThat(one.get()).isEqualTo(WIDTH);
    }
    joinBesideAnotherTask(pool);
  }

  @ParameterizedTest
  @EnumSource(names = "ONE_WORKER", mode = EnumSource.Mode.EXCLUDE)
  void joinsGoOnBesideAnotherTask(Plan which) throws Exception {
    joinBesideAnotherTask(pools.build(which.plan.get()));
  }

  private static void joinBesideAnotherTask(AdaptivePool pool) throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    Future<?> awake =
        pool.submit(() -> {
          while (ran.getCount() > 0) {
            Thread.sleep(1); // so that not all workers are parked
          }
          return null;
        });
    pool.submit(() -> CompletableFuture.runAsync(ran::countDown, pool).join()).get();
    awake.get();
  }

  @Test
  void whatSeemsToWaitIsNotBusyAndThatIsNoService() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("waits").ungoverned().workers(2));
    CountDownLatch both = new CountDownLatch(2); // or an inner task takes the second one's worker
    CountDownLatch inner = new CountDownLatch(2);
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      outer.add(
          pool.submit(() -> {
            both.countDown();
            both.await();
            Supplier<Integer> child =
                () -> {
                  inner.countDown();
                  pools.awaitGate();
                  return 1;
                };
            return CompletableFuture.supplyAsync(child, pool).join();
          }));
    }
    inner.await();
    Await.until(() -> pool.toString().contains("2 more seem to"));
    Supplier<Observation> windows = pool.windows();
    Await.until(() -> Math.abs(windows.get().size().busyMean() - 2) < 0.1);
    pools.openGate();
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(1);
    }
    Await.until(() -> pool.lifetime().flow().completed() == 4);
    Observation all = pool.lifetime();
    assertThat(all.size().busyMean() * all.window().seconds())
        .isCloseTo(all.times().serviceNanosSum() / 1e9, withinPercentage(5));
  }

  private static int taken(AdaptivePool pool) throws InterruptedException {
    CompletionService<Integer> inner = new ExecutorCompletionService<>(pool);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < WIDTH; i++) {
      futures.add(inner.submit(() -> 1));
    }
    int ended = 0;
    for (Future<Integer> unused : futures) {
      ended += inner.take().isDone() ? 1 : 0;
    }
    return ended;
  }

  @ParameterizedTest
  @EnumSource(names = {"FOUR_WORKERS", "GOVERNED", "HELD_BY_LIMITS"})
  void completionServicesEnd(Plan which) throws Exception {
    AdaptivePool pool = pools.build(which.plan.get());
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(pool.submit(() -> taken(pool)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH);
    }
  }

  private static boolean isAnyWatched() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("flyball-standstill"));
  }

  /** Or the watch would have ended before the task that is waited for is in the queue. */
  @Test
  void aPoolIsWatchedFromWhenATaskHasFoundRoom() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("room")
                .ungoverned()
                .workers(2)
                .queueCapacity(1)
                .rejection(Rejection.block(Duration.ofMinutes(30))));
    CountDownLatch latch = new CountDownLatch(1);
    CountDownLatch isFull = new CountDownLatch(1);
    CompletableFuture<Thread> submitter = new CompletableFuture<>();
    Future<?> outer =
        pool.submit(() -> {
          submitter.complete(Thread.currentThread());
          isFull.await();
          pool.execute(latch::countDown);
          latch.await();
          return null;
        });
    pool.execute(pools::awaitGate);
    Await.until(() -> pool.toString().contains("2 busy, 0 queued"));
    Future<?> alsoWaits =
        pool.submit(() -> {
          latch.await();
          return null;
        });
    isFull.countDown();
    Thread waiting = submitter.get();
    Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING); // for room
    Await.until(() -> !isAnyWatched());
    pools.openGate();
    assertThat(outer.get()).isNull();
    assertThat(alsoWaits.get()).isNull();
  }

  /** None has ever ended, and what opens the latch was submitted from outside. */
  @Test
  void aGovernedPoolWhoseFirstTasksAllWaitForOneInTheQueueGetsToIt() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("cold"));
    CountDownLatch latch = new CountDownLatch(1);
    List<Future<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(
          pool.submit(() -> {
            latch.await();
            return null;
          }));
    }
    waiting.add(pool.submit(latch::countDown));
    for (Future<?> one : waiting) {
      assertThat(one.get()).isNull();
    }
  }

  /** It is looked at, for a task of its own has submitted one; but none of those waits. */
  @Test
  void whatHangsBehindAPoolIsNotDrowned() throws Exception {
    AdaptivePool hangs = pools.build(AdaptivePool.named("hangs").ungoverned().workers(2));
    hangs.submit(() -> hangs.submit(() -> "inner").get()).get();
    List<Future<?>> behind = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      behind.add(hangs.submit(pools::awaitGate));
    }
    Await.until(() -> hangs.queued() == 18);
    AdaptivePool other = pools.build(AdaptivePool.named("other").ungoverned().workers(1));
    assertThat(other.submit(() -> taken(other)).get()).isEqualTo(WIDTH); // was looked at as long
    assertThat(hangs.queued()).isEqualTo(18);
    assertThat(hangs.toString()).contains("2 busy").doesNotContain("seem");
    pools.openGate();
    for (Future<?> one : behind) {
      assertThat(one.get()).isNull();
    }
  }

  @Test
  void theSuspicionIsTold() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("told").ungoverned().workers(2));
    CompletableFuture<String> held = new CompletableFuture<>();
    List<Future<String>> outer = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2); // or an inner task takes the second one's worker
    for (int i = 0; i < 2; i++) {
      outer.add(
          pool.submit(() -> {
            both.countDown();
            both.await();
            return CompletableFuture.supplyAsync(held::join, pool).join();
          }));
    }
    Await.until(() -> pool.toString().contains("2 more seem to"));
    held.complete("in the end");
    for (Future<String> one : outer) {
      assertThat(one.get()).isEqualTo("in the end");
    }
    Await.until(() -> !pool.toString().contains("seem"));
  }
}
