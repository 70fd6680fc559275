package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Deadlines of tasks that come so densely that most of them are not clocked. On a machine that is
 * busy with other work some may be shed; what holds is asked of those that run.
 */
@Timeout(120)
class DenseDeadlineTest {

  private static final int TASKS = 100_000;

  private final AdaptivePool pool = AdaptivePool.named("dense").workers(1).ungoverned().build();
  private final AtomicInteger ran = new AtomicInteger();

  @Test
  void aDeadlineCountsFromTheArrivalAndIsNoLaterThanSaid() {
    long withinNanos = 10_000_000_000L;
    TaskOptions options = TaskOptions.NONE.within(Duration.ofNanos(withinNanos));
    AtomicLongArray deadlines = new AtomicLongArray(TASKS);
    long[] before = new long[TASKS];
    long[] after = new long[TASKS];
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      before[i] = System.nanoTime();
      submit(options, () -> deadlines.set(number, Deadline.current().orElseThrow().nanos()));
      after[i] = System.nanoTime();
    }
    pool.close();
    long pauseNanos = 0; // of the whole process, in which its clocks stand still
    for (int i = 1; i < TASKS; i++) {
      pauseNanos = Math.max(pauseNanos, before[i] - before[i - 1]);
    }
    int late = 0;
    int early = 0;
    int seen = 0;
    for (int i = 0; i < TASKS; i++) {
      long deadline = deadlines.get(i);
      if (deadline != 0) {
        seen++;
        late += deadline - after[i] > withinNanos ? 1 : 0;
        early += deadline - before[i] + pauseNanos < withinNanos - withinNanos / 10 ? 1 : 0;
      }
    }
    assertThat(late).as("later than said").isZero();
    assertThat(early).as("earlier by more than a tenth").isZero();
    assertThat(seen + pool.shedTotals().tasks()).isEqualTo(TASKS);
  }

  @Test
  void noTinyTaskStartsLateAfterALongOne() {
    Deadline deadline = Deadline.in(Duration.ofSeconds(2));
    TaskOptions options = TaskOptions.NONE.by(deadline);
    AtomicInteger late = new AtomicInteger();
    // A worker may lose its processor between its clock and the task; so what counts is when the
    // task before has ended.
    AtomicLong endNanos = new AtomicLong(System.nanoTime());
    Runnable tiny =
        () -> {
          ran.incrementAndGet();
          late.addAndGet(endNanos.get() - deadline.nanos() >= 100_000_000 ? 1 : 0);
          endNanos.set(System.nanoTime());
        };
    for (int i = 0; i < TASKS; i++) {
      submit(options, tiny);
    }
    submit(
        options,
        () -> {
          ran.incrementAndGet();
          while (System.nanoTime() - deadline.nanos() < 500_000_000) { // a clock that lags sees it
            LockSupport.parkNanos(10_000_000);
          }
          endNanos.set(System.nanoTime());
        });
    for (int i = 0; i < 1_000; i++) {
      submit(options, tiny);
    }
    pool.close();
    assertThat(late).as("tasks started long after their deadline").hasValue(0);
    assertThat(ran.get() + pool.shedTotals().tasks()).isEqualTo(TASKS + 1_001L);
  }

  private void submit(TaskOptions options, Runnable task) {
    try {
      pool.execute(options, task);
    } catch (TaskShedException e) {
      // it is in the totals
    }
  }
}
