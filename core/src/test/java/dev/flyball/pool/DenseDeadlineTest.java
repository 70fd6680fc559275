package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines of tasks that come so densely that most of them are not clocked. */
@Timeout(120)
class DenseDeadlineTest {

  private static final int TASKS = 100_000;

  private final AdaptivePool pool = AdaptivePool.named("dense").workers(1).ungoverned().build();

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
      pool.execute(options, () -> deadlines.set(number, Deadline.current().orElseThrow().nanos()));
      after[i] = System.nanoTime();
    }
    pool.close();
    int late = 0;
    int early = 0;
    for (int i = 0; i < TASKS; i++) {
      late += deadlines.get(i) - after[i] > withinNanos ? 1 : 0;
      early += deadlines.get(i) - before[i] < withinNanos - withinNanos / 10 ? 1 : 0;
    }
    assertThat(late).as("later than said").isZero();
    assertThat(early).as("earlier by more than a tenth").isZero();
    assertThat(pool.shedTotals().tasks()).isZero();
  }

  @Test
  void noTinyTaskStartsLateAfterALongOne() {
    Deadline deadline = Deadline.in(Duration.ofSeconds(2));
    TaskOptions options = TaskOptions.NONE.by(deadline);
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger late = new AtomicInteger();
    for (int i = 0; i < TASKS; i++) {
      pool.execute(options, ran::incrementAndGet);
    }
    pool.execute(
        options,
        () -> {
          while (!deadline.isOver()) {
            LockSupport.parkNanos(deadline.remaining().toNanos());
          }
          LockSupport.parkNanos(500_000_000); // the time in which a clock that lags sees it
        });
    for (int i = 0; i < 1_000; i++) {
      pool.execute(options, late::incrementAndGet);
    }
    pool.close();
    assertThat(late).hasValue(0);
    assertThat(ran.get() + pool.shedTotals().tasks()).isEqualTo(TASKS + 1_000L);
  }
}
