package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.base.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scheduled pool beside the JDK's, use by use; and what it does with tasks its pool refuses. */
@SuppressWarnings("FutureReturnValueIgnored") // what is not looked at, the pool's end cancels
@Timeout(60)
class ScheduledPoolTest {

  private final List<ScheduledPool> made = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  private ScheduledPool over(PoolBuilder plan) {
    ScheduledPool pool = ScheduledPool.over(plan.ungoverned().workers(1).build());
    made.add(pool);
    return pool;
  }

  private ScheduledPool overLimiter() {
    ScheduledPool pool = ScheduledPool.over(Limiter.named("jobs").ungoverned().atMost(1).build());
    made.add(pool);
    return pool;
  }

  @AfterEach
  void end() throws InterruptedException {
    gate.countDown();
    for (ScheduledPool pool : made) {
      pool.shutdownNow();
      assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).as(pool.toString()).isTrue();
    }
  }

  private void occupy(ScheduledPool pool) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    pool.execute(() -> {
      running.countDown();
      Await.on(gate);
    });
    running.await();
  }

  private static final class OfTheJdk extends ScheduledContractTable.Place {
    @Override
    void delayed(ScheduledExecutorService executor, boolean value) {
      ((ScheduledThreadPoolExecutor) executor)
          .setExecuteExistingDelayedTasksAfterShutdownPolicy(value);
    }

    @Override
    void series(ScheduledExecutorService executor, boolean value) {
      ((ScheduledThreadPoolExecutor) executor)
          .setContinueExistingPeriodicTasksAfterShutdownPolicy(value);
    }
  }

  private static final class Ours extends ScheduledContractTable.Place {
    @Override
    void delayed(ScheduledExecutorService executor, boolean value) {
      ScheduledPool pool = (ScheduledPool) executor;
      pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(value);
      assertThat(pool.getExecuteExistingDelayedTasksAfterShutdownPolicy()).isEqualTo(value);
    }

    @Override
    void series(ScheduledExecutorService executor, boolean value) {
      ScheduledPool pool = (ScheduledPool) executor;
      pool.setContinueExistingPeriodicTasksAfterShutdownPolicy(value);
      assertThat(pool.getContinueExistingPeriodicTasksAfterShutdownPolicy()).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @EnumSource(ScheduledContractTable.class)
  void everyUseHasTheOutcomeThatTheJdkGivesIt(ScheduledContractTable use) throws Exception {
    ScheduledThreadPoolExecutor jdk = new ScheduledThreadPoolExecutor(1);
    String measure = use.outcome(jdk, new OfTheJdk());
    assertThat(use.outcome(over(AdaptivePool.named("jobs")), new Ours()))
        .as("over a pool")
        .isEqualTo(measure);
    assertThat(use.outcome(overLimiter(), new Ours())).as("over a limiter").isEqualTo(measure);
  }

  /** The timer only hands over: a task that takes long delays none that has a worker. */
  @Test
  void aSlowTaskDelaysNoOther() throws Exception {
    ScheduledPool pool =
        ScheduledPool.over(AdaptivePool.named("jobs").ungoverned().workers(2).build());
    made.add(pool);
    CountDownLatch running = new CountDownLatch(1);
    pool.schedule(
        () -> {
          running.countDown();
          return gate.await(120, TimeUnit.SECONDS);
        },
        0,
        TimeUnit.SECONDS);
    running.await();
    assertThat(pool.schedule(() -> "soon", 1, TimeUnit.MILLISECONDS).get()).isEqualTo("soon");
  }

  @Test
  void aSingleRunThatThePoolRefusesFails() throws Exception {
    ScheduledPool pool = over(AdaptivePool.named("jobs").queueCapacity(1));
    occupy(pool);
    pool.execute(() -> {});
    Future<?> refused = pool.schedule(() -> "x", 1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(refused::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("1 queued of at most 1");
    Await.until(() -> pool.scheduled() == 0);
  }

  @Test
  void aSeriesSkipsTheRunsThatThePoolRefuses() throws Exception {
    ScheduledPool pool = over(AdaptivePool.named("jobs").queueCapacity(1));
    occupy(pool);
    pool.execute(() -> {});
    CountDownLatch ran = new CountDownLatch(3);
    Future<?> series = pool.scheduleAtFixedRate(ran::countDown, 0, 1, TimeUnit.MILLISECONDS);
    Await.until(() -> pool.skipped() >= 5);
    assertThat(pool.toString()).contains("runs skipped").contains("of 1 tasks");
    gate.countDown();
    ran.await();
    assertThat(series).isNotDone();
  }

  /** A pool whose only worker is busy until the gate opens; other tasks are late after 200 ms. */
  private AdaptivePool busyUntilOthersAreLate() throws InterruptedException {
    AdaptivePool workers =
        AdaptivePool.named("jobs").ungoverned().workers(1).deadline(Duration.ofMillis(200)).build();
    CountDownLatch running = new CountDownLatch(1);
    workers.execute(
        TaskOptions.kind("slow").within(Duration.ofHours(1)),
        () -> {
          running.countDown();
          Await.on(gate);
        });
    running.await();
    return workers;
  }

  /** The first run waits behind a busy worker until it is late. */
  @Test
  void aSeriesGoesOnAfterARunThatWasShed() throws Exception {
    AdaptivePool workers = busyUntilOthersAreLate();
    ScheduledPool pool = ScheduledPool.over(workers);
    made.add(pool);
    CountDownLatch ran = new CountDownLatch(1);
    pool.scheduleAtFixedRate(ran::countDown, 0, 1, TimeUnit.MILLISECONDS);
    Future<?> single = pool.schedule(() -> "x", 0, TimeUnit.MILLISECONDS);
    Await.until(() -> workers.queued() >= 2 || workers.shedTotals().tasks() >= 1);
    long lateNanos = System.nanoTime() + 300_000_000;
    Await.until(() -> System.nanoTime() - lateNanos > 0);
    gate.countDown();
    ran.await();
    assertThat(pool.skipped()).isPositive();
    assertThatThrownBy(single::get).hasCauseInstanceOf(TaskShedException.class);
  }

  /** A task that wants to be told that it was turned away. */
  private static final class Told implements Sheddable {
    private final AtomicInteger sheds = new AtomicInteger();

    @Override
    public void run() {}

    @Override
    public void shed(TaskShedException why) {
      sheds.incrementAndGet();
    }
  }

  @Test
  void aTaskThatIsShedIsToldAsAnExecutedOneIs() throws Exception {
    AdaptivePool workers = busyUntilOthersAreLate();
    ScheduledPool pool = ScheduledPool.over(workers);
    made.add(pool);
    Told executed = new Told();
    Told single = new Told();
    Told series = new Told();
    workers.execute(executed);
    Future<?> once = pool.schedule(single, 0, TimeUnit.NANOSECONDS);
    pool.scheduleWithFixedDelay(series, 0, 1, TimeUnit.DAYS);
    Await.until(() -> workers.queued() >= 3 || workers.shedTotals().tasks() >= 1);
    long lateNanos = System.nanoTime() + 300_000_000;
    Await.until(() -> System.nanoTime() - lateNanos > 0);
    gate.countDown();
    assertThatThrownBy(once::get).hasCauseInstanceOf(TaskShedException.class);
    Await.until(
        () -> executed.sheds.get() == 1 && single.sheds.get() == 1 && series.sheds.get() == 1);
    assertThat(pool.skipped()).isEqualTo(1);
  }

  @Test
  void aDiscardedTaskIsCancelled() throws Exception {
    ScheduledPool pool =
        over(AdaptivePool.named("jobs").queueCapacity(1).rejection(Rejection.discard()));
    occupy(pool);
    pool.execute(() -> {});
    Future<?> series = pool.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(series::get).isInstanceOf(CancellationException.class);
  }

  @Test
  void aDiscardedTaskIsCancelledInsideOfItsDecoration() throws Exception {
    ScheduledPool pool =
        over(
            AdaptivePool.named("jobs")
                .queueCapacity(1)
                .rejection(Rejection.discard())
                .decorate(task -> () -> task.run()));
    occupy(pool);
    pool.execute(() -> {});
    Future<?> series = pool.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
    Future<?> single = pool.schedule(() -> {}, 1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(series::get).isInstanceOf(CancellationException.class);
    assertThatThrownBy(single::get).isInstanceOf(CancellationException.class);
    Await.until(() -> pool.scheduled() == 0);
  }

  /** What is scheduled over a pool that was shut down directly ends, and is not tried for ever. */
  @Test
  void whatIsDueAfterThePoolsOwnEndFails() throws Exception {
    AdaptivePool workers = AdaptivePool.named("jobs").ungoverned().workers(1).build();
    ScheduledPool pool = ScheduledPool.over(workers);
    made.add(pool);
    workers.shutdown();
    Future<?> single = pool.schedule(() -> "x", 1, TimeUnit.MILLISECONDS);
    Future<?> series = pool.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(single::get).hasCauseInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(series::get).hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(pool.skipped()).isZero();
  }

  /** A pool that can start no thread any more drops what waits only once it is shut down. */
  @Test
  void thePoolIsShutDownOnceNothingIsLeftToBeHandedOver() throws Exception {
    AdaptivePool workers = AdaptivePool.named("jobs").ungoverned().workers(1).build();
    ScheduledPool pool = ScheduledPool.over(workers);
    made.add(pool);
    occupy(pool);
    Future<String> due = pool.schedule(() -> "ran", 0, TimeUnit.NANOSECONDS);
    Future<?> series = pool.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
    Future<?> later = pool.schedule(() -> "later", 1, TimeUnit.DAYS);
    Await.until(() -> workers.queued() == 2);
    pool.shutdown();
    assertThat(workers.isShutdown()).isFalse();
    later.cancel(false);
    Await.until(workers::isShutdown);
    gate.countDown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(due.get()).isEqualTo("ran");
    assertThat(series.isCancelled()).isTrue();
  }

  /** The timer has ended then: it had nothing left to hand over. */
  @Test
  void aRunningSeriesThatMayGoOnOnlyAfterTheEndOfTheTimerIsCancelled() throws Exception {
    ScheduledPool pool = over(AdaptivePool.named("jobs"));
    CountDownLatch running = new CountDownLatch(1);
    Future<?> series =
        pool.scheduleAtFixedRate(
            () -> {
              running.countDown();
              Await.on(gate);
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    running.await();
    pool.shutdown();
    pool.setContinueExistingPeriodicTasksAfterShutdownPolicy(true);
    gate.countDown();
    assertThatThrownBy(() -> series.get(10, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
  }

  /** Also the one that the timer has just taken out, to hand it over. */
  @Test
  @SuppressWarnings("CollectionUndefinedEquality") // it compares which one it is
  void aStopForgetsNoTask() throws Exception {
    for (int round = 0; round < 300; round++) {
      ScheduledPool pool = overLimiter();
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        all.add(pool.schedule(() -> {}, 10L * round * i, TimeUnit.NANOSECONDS));
      }
      Set<Object> back = Collections.newSetFromMap(new IdentityHashMap<>());
      back.addAll(pool.shutdownNow());
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      for (Future<?> task : all) {
        boolean known = task.isDone() || back.contains(task);
        assertThat(known).as("round %d", round).isTrue();
      }
    }
  }

  private List<ManagedTarget> targets() {
    AdaptivePool pool = AdaptivePool.named("jobs").ungoverned().workers(1).queueCapacity(2).build();
    Limiter limiter = Limiter.named("jobs").ungoverned().atMost(1).queueCapacity(2).build();
    made.add(ScheduledPool.over(pool));
    made.add(ScheduledPool.over(limiter));
    return List.of(pool, limiter);
  }

  /** As a future of the pool's own does: the place is for another task. */
  @Test
  void aCancelledTaskThatWaitsForAWorkerLeavesTheQueue() throws Exception {
    List<ManagedTarget> targets = targets();
    for (int i = 0; i < targets.size(); i++) {
      ManagedTarget target = targets.get(i);
      ScheduledPool pool = made.get(i);
      occupy(pool);
      Future<?> single = pool.schedule(() -> "x", 0, TimeUnit.NANOSECONDS);
      Future<?> series = pool.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
      Await.until(() -> target.queued() == 2);
      single.cancel(false);
      series.cancel(true);
      Await.until(() -> target.queued() == 0);
      pool.execute(() -> {});
      pool.execute(() -> {});
      assertThat(target.queued()).isEqualTo(2);
      assertThat(pool.scheduled()).isZero();
    }
  }

  @Test
  void aStopHandsBackTheTasksThatWaitForAWorker() throws Exception {
    List<ManagedTarget> targets = targets();
    for (int i = 0; i < targets.size(); i++) {
      ManagedTarget target = targets.get(i);
      ScheduledPool pool = made.get(i);
      occupy(pool);
      Future<?> series = pool.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
      Await.until(() -> target.queued() == 1);
      Future<?> single = pool.schedule(() -> "x", 0, TimeUnit.NANOSECONDS);
      Await.until(() -> target.queued() == 2);
      assertThat(pool.shutdownNow()).containsExactly((Runnable) series, (Runnable) single);
      assertThat(single).isNotDone();
      assertThat(series).isNotDone();
    }
  }

  @Test
  void aRunThatFailsCountsAsAFailedTask() throws Exception {
    for (ManagedTarget target : targets()) {
      ScheduledPool pool = made.get(target instanceof AdaptivePool ? 0 : 1);
      Future<?> single = pool.schedule(() -> failOnPurpose(), 0, TimeUnit.NANOSECONDS);
      Future<?> series =
          pool.scheduleAtFixedRate(() -> failOnPurpose(), 0, 1, TimeUnit.MILLISECONDS);
      assertThatThrownBy(single::get).hasCauseInstanceOf(IllegalStateException.class);
      assertThatThrownBy(series::get).hasCauseInstanceOf(IllegalStateException.class);
      pool.submit(() -> "x").get();
      pool.shutdown();
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      assertThat(target.lifetime().flow().failed()).isEqualTo(2);
    }
  }

  /** The next run of a series may fail before the one that placed it in the timer has ended. */
  @Test
  void aFailureCountsForTheRunThatFailsAndNotForTheOneBefore() throws Exception {
    AdaptivePool target = AdaptivePool.named("jobs").ungoverned().workers(2).build();
    ScheduledPool pool = ScheduledPool.over(target);
    made.add(pool);
    int count = 3_000;
    for (int i = 0; i < count; i++) {
      AtomicInteger runs = new AtomicInteger();
      Future<?> series =
          pool.scheduleAtFixedRate(
              () -> {
                if (runs.getAndIncrement() > 0) {
                  failOnPurpose();
                }
              },
              0,
              1,
              TimeUnit.NANOSECONDS);
      assertThatThrownBy(series::get).hasCauseInstanceOf(IllegalStateException.class);
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(target.lifetime().flow().failed()).isEqualTo(count);
  }

  private static void failOnPurpose() {
    throw new IllegalStateException("on purpose");
  }

  /** The first thread that schedules may be of an application that is unloaded before the pool. */
  @Test
  void theTimerTakesNothingFromTheThreadThatSchedulesFirst() throws Exception {
    ScheduledPool pool =
        over(AdaptivePool.named("jobs").queueCapacity(0).rejection(Rejection.callerRuns()));
    occupy(pool);
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(new ClassLoader(own) {});
    Future<ClassLoader> timers;
    try {
      timers =
          pool.schedule(
              () -> Thread.currentThread().getContextClassLoader(), 1, TimeUnit.NANOSECONDS);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
    }
    assertThat(timers.get()).isSameAs(own);
  }

  /** A cancelled task leaves the timer at once: nothing is kept until it would have been due. */
  @Test
  void nothingIsKeptOfCancelledTasks() {
    ScheduledPool pool = over(AdaptivePool.named("jobs"));
    for (int i = 0; i < 1000; i++) {
      pool.schedule(() -> "x", 1, TimeUnit.DAYS).cancel(false);
    }
    Await.until(() -> pool.scheduled() == 0);
    assertThat(pool.shutdownNow()).isEmpty();
  }

  @Test
  void closingRunsWhatIsDelayedAndEndsBoth() throws Exception {
    AdaptivePool workers = AdaptivePool.named("jobs").ungoverned().workers(1).build();
    AtomicInteger ran = new AtomicInteger();
    try (ScheduledPool pool = ScheduledPool.over(workers)) {
      pool.schedule(ran::incrementAndGet, 10, TimeUnit.MILLISECONDS);
    }
    assertThat(ran).hasValue(1);
    assertThat(workers.isTerminated()).isTrue();
  }
}
