package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.control.Decision;
import dev.flyball.control.Governor;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a pool says that a task has to wait for a worker, and what its governor makes of it. */
@Timeout(120)
class PoolPollTest {

  private static final long MILLI_NANOS = 1_000_000;

  /** Wants a worker for each task, and sleeps for a minute where none has to wait. */
  private record OnePerTask() implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(new PollInterval(60_000 * MILLI_NANOS, 10 * MILLI_NANOS));
    }

    @Override
    public Advice advise(Observation seen) {
      int tasks = (int) seen.size().queuedAtEnd() + seen.size().workersCurrent();
      return new Advice(Math.max(seen.size().workersTarget(), tasks), "one per task", this);
    }
  }

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  private final AtomicInteger alarms = new AtomicInteger();

  private AdaptivePool pool(PoolBuilder plan) {
    AdaptivePool pool = pools.build(plan);
    pool.control.onSaturation(alarms::incrementAndGet);
    return pool;
  }

  /** Occupies one worker after the other: one that is just taking its task counts as not free. */
  private void occupyInTurn(AdaptivePool pool, int tasks) throws InterruptedException {
    for (int i = 0; i < tasks; i++) {
      pools.occupy(pool, 1).await();
    }
  }

  @Test
  void aTaskForWhichAWorkerIsStillToBeHiredIsNone() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.named("room").ungoverned().workers(3));
    occupyInTurn(pool, 3);
    assertThat(alarms).hasValue(0);
  }

  @Test
  void aTaskThatAnIdleWorkerTakesIsNone() throws Exception {
    AdaptivePool pool =
        pool(AdaptivePool.named("idle").ungoverned().workers(2).keepAlive(Duration.ofHours(1)));
    for (int i = 0; i < 100; i++) {
      pool.submit(() -> {}).get();
      Await.until(() -> pool.toString().contains(" 0 busy")); // or its worker is not back yet
    }
    assertThat(alarms).hasValue(0);
  }

  @Test
  void everyTaskBeyondTheWorkersIsOne() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.named("full").ungoverned().workers(2));
    occupyInTurn(pool, 2);
    for (int tasks = 1; tasks <= 3; tasks++) {
      pool.execute(() -> {});
      assertThat(alarms).hasValue(tasks);
    }
  }

  @Test
  void aTaskThatIsTurnedAwayIsOneUnlessThePoolIsShutDown() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.named("closed").ungoverned().workers(1).queueCapacity(0));
    pools.occupy(pool, 1).await();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    assertThat(alarms).hasValue(1);
    pool.shutdown();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    assertThat(alarms).hasValue(1);
  }

  @Test
  void whoeverRegistersWhileTasksWaitIsToldAtOnce() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("late").ungoverned().workers(1));
    pools.occupy(pool, 1).await();
    pool.control.onSaturation(alarms::incrementAndGet);
    assertThat(alarms).hasValue(0);
    pool.execute(() -> {});
    pool.control.onSaturation(() -> alarms.addAndGet(10));
    assertThat(alarms)
        .as("the first one was told of the task, the second of the wait")
        .hasValue(11);
  }

  @Test
  void anIdlePoolIsNotLookedAtAndABurstIsMetAtOnce() throws Exception {
    AdaptivePool idle =
        pools.build(AdaptivePool.named("idle").workers(1).governedBy(new OnePerTask()));
    Governor governor = idle.governor().orElseThrow();
    AdaptivePool busy =
        pools.build(
            AdaptivePool.named("busy")
                .workers(1)
                .governedBy(new FixedSize(1))
                .period(Duration.ofMillis(1)));
    Governor restless = busy.governor().orElseThrow();
    Await.until(() -> looks(restless) >= 300);
    assertThat(looks(governor)).isZero();

    long beganNanos = System.nanoTime();
    pools.occupy(idle, 20).await();
    assertThat(idle.workersTarget()).isGreaterThanOrEqualTo(20);
    Await.until(() -> looks(governor) > 0); // a decision is noted after it was carried out
    assertThat(looks(governor)).isLessThanOrEqualTo(looksMax(beganNanos));

    pools.openGate();
    Await.until(() -> idle.lifetime().flow().completed() == 20);
    long after = looks(governor);
    long others = looks(restless);
    Await.until(() -> looks(restless) >= others + 200);
    assertThat(looks(governor)).isLessThanOrEqualTo(after + 1);
  }

  /** How often the governor has looked: each of its looks is a decision, and nothing else is. */
  private static long looks(Governor governor) {
    List<Decision> kept = governor.journal().decisions();
    return kept.isEmpty() ? 0 : kept.get(kept.size() - 1).number();
  }

  private static long looksMax(long beganNanos) {
    return (System.nanoTime() - beganNanos) / (10 * MILLI_NANOS) + 1;
  }

  @Test
  void aGovernorThatStartsInFrontOfAQueueMeetsItAtOnce() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("cold").ungoverned().workers(1));
    CountDownLatch running = pools.occupy(pool, 5);
    Await.until(() -> running.getCount() == 4);
    try (Governor governor = Governor.of("cold", pool.control, new OnePerTask()).build()) {
      governor.start();
      running.await();
      assertThat(pool.workersTarget()).isEqualTo(5);
    }
  }
}
