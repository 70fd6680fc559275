package dev.flyball.pool.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.pool.base.SafeLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A schedule whose timer's thread cannot be started. */
@Timeout(60)
class ScheduleTest {

  private final List<Thread> timers = new CopyOnWriteArrayList<>();
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final CountDownLatch gate = new CountDownLatch(1);
  private volatile boolean failing;

  private final ThreadFactory threads =
      task -> {
        if (failing) {
          throw new OutOfMemoryError("on purpose");
        }
        Thread timer = new Thread(task, "timer");
        timers.add(timer);
        return timer;
      };

  private final Schedule tasks =
      new Schedule(
          pool,
          (type, run, ended) -> pool.submit(run),
          threads,
          new SafeLog(ScheduleTest.class, "schedule"));

  @AfterEach
  void end() throws InterruptedException {
    gate.countDown();
    tasks.shutdown();
    assertThat(tasks.awaitTermination(TimeUnit.SECONDS.toNanos(20))).isTrue();
  }

  @Test
  void aTaskForWhichTheTimerHasNoThreadIsRefusedAndLeavesNothing() throws Exception {
    failing = true;
    assertThatThrownBy(() -> tasks.add(() -> "x", "x", 1, 0))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("task could not be placed in schedule")
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(tasks.size()).isZero();
    failing = false;
    assertThat(tasks.add(() -> "y", "x", 1, 0).get()).isEqualTo("y");
  }

  @Test
  void aScheduleWhoseTimerNeverHadAThreadTerminates() {
    failing = true;
    assertThatThrownBy(() -> tasks.add(() -> "x", "x", 1, 0))
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
  }

  /** The timer's thread has ended during a long run, and the next run needs another one. */
  @Test
  void aSeriesWhoseNextRunCannotBePlacedEndsAndLeavesNothing() {
    Future<?> series =
        tasks.add(
            () -> {
              Await.on(gate);
              return "x";
            },
            "x",
            0,
            TimeUnit.DAYS.toNanos(1));
    Await.until(() -> !timers.isEmpty() && timers.stream().noneMatch(Thread::isAlive));
    failing = true;
    gate.countDown();
    assertThatThrownBy(series::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
    Await.until(() -> tasks.size() == 0);
  }
}
