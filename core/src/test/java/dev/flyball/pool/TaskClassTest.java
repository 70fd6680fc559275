package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Observation;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks without a kind are told apart by their class. */
@Timeout(30)
class TaskClassTest {

  private static final int PAUSE_NANOS = 20_000_000;
  private static final long QUICK_NANOS = 50_000;
  private static final int LEARNED = 100;

  private final AdaptivePool pool = AdaptivePool.named("classes").workers(1).ungoverned().build();

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private static void pause() {
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < PAUSE_NANOS) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Long enough that each is clocked, and none stands for others. */
  private static void quick() {
    LockSupport.parkNanos(QUICK_NANOS);
  }

  /** Teaches the pool a hundred quick tasks and some slow ones, and offers a slow one more. */
  private long offeredBy(Function<AdaptivePool, Future<?>> slow) throws Exception {
    for (int task = 0; task < LEARNED; task++) {
      pool.submit(TaskClassTest::quick).get();
    }
    for (int task = 0; task < 3; task++) {
      slow.apply(pool).get();
    }
    Supplier<Observation> windows = pool.windows();
    slow.apply(pool).get();
    return windows.get().offered().referenceNanosSum();
  }

  @Test
  void aSlowTaskIsNotTakenForAQuickOneOfAnotherClass() throws Exception {
    assertThat(offeredBy(to -> to.submit(TaskClassTest::pause))).isGreaterThan(PAUSE_NANOS / 2);
  }

  @Test
  void theClassOfACallableCounts() throws Exception {
    Callable<String> slow =
        () -> {
          pause();
          return "done";
        };
    assertThat(offeredBy(to -> to.submit(slow))).isGreaterThan(PAUSE_NANOS / 2);
  }

  @Test
  void theClassOfAScheduledTaskCounts() throws Exception {
    try (ScheduledPool jobs = ScheduledPool.over(pool)) {
      for (int task = 0; task < LEARNED; task++) {
        jobs.schedule(() -> {}, 1, TimeUnit.NANOSECONDS).get();
      }
      Runnable slow = TaskClassTest::pause;
      for (int task = 0; task < 3; task++) {
        jobs.schedule(slow, 1, TimeUnit.NANOSECONDS).get();
      }
      Supplier<Observation> windows = pool.windows();
      jobs.schedule(slow, 1, TimeUnit.NANOSECONDS).get();
      assertThat(windows.get().offered().referenceNanosSum()).isGreaterThan(PAUSE_NANOS / 2);
    }
  }

  /** A wrapper hides the classes that it wraps: what it costs to be told nothing. */
  @Test
  void tasksOfOneClassShareWhatIsKnown() throws Exception {
    for (int task = 0; task < LEARNED; task++) {
      pool.submit(new Wrapped(TaskClassTest::quick)).get();
    }
    Supplier<Observation> windows = pool.windows();
    pool.submit(new Wrapped(TaskClassTest::pause)).get();
    assertThat(windows.get().offered().referenceNanosSum()).isLessThan(PAUSE_NANOS / 2);
  }

  @Test
  void usersSeeOneKindWithoutAName() throws Exception {
    for (int task = 0; task < 3; task++) {
      pool.submit(() -> {}).get();
    }
    for (int task = 0; task < 5; task++) {
      pool.submit(TaskClassTest::pause).get();
    }
    pool.close();
    assertThat(pool.kinds()).containsOnlyKeys("");
    assertThat(Objects.requireNonNull(pool.kinds().get("")).referenceNanos().orElseThrow())
        .isGreaterThan(PAUSE_NANOS / 2);
  }

  /** A task around another one. */
  private record Wrapped(Runnable task) implements Runnable {
    @Override
    public void run() {
      task.run();
    }
  }
}
