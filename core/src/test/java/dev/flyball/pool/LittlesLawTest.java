package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.control.Resizable;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.policy.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Little's law as a check of all sensors at once: in every window of a steady run, the number of
 * tasks in the pool measured directly equals throughput times response time.
 *
 * <p>Two independent ways to the same figure: the left side comes from counts and clock readings of
 * all tasks, the right side from the durations of those that ended. They differ by the tasks that
 * straddle the window's edges, a few out of thousands.
 */
@Timeout(120)
class LittlesLawTest {

  private static final int IN_SYSTEM = 12;
  private static final int WORKERS = 4;
  private static final int WINDOWS = 6;
  private static final int WHOLE_MIN = 4;
  private static final long WINDOW_NANOS = 700_000_000L;

  @Test
  void holdsInEveryWindowOfASteadyRun() throws Exception {
    AdaptivePool pool = AdaptivePool.named("little").ungoverned().workers(WORKERS).build();
    holds(pool, pool, IN_SYSTEM, 1_000_000);
  }

  /** Tasks that do nothing come so densely that few of them are clocked. */
  @Test
  void holdsWhereFewTasksAreClocked() throws Exception {
    AdaptivePool pool = AdaptivePool.named("little").ungoverned().workers(WORKERS).build();
    holds(pool, pool, 500, 0);
  }

  @Test
  void holdsForALimiterWhoseTasksWait() throws Exception {
    Limiter limiter = Limiter.named("little").ungoverned().atMost(WORKERS).build();
    holds(limiter, limiter, IN_SYSTEM, 1_000_000);
  }

  @Test
  void holdsForALimiterWhoseTasksNeverWait() throws Exception {
    Limiter limiter = Limiter.named("little").ungoverned().atMost(10 * IN_SYSTEM).build();
    holds(limiter, limiter, IN_SYSTEM, 1_000_000);
  }

  /** The same sampling as a pool's, in stripes. */
  @Test
  void holdsForALimiterOfWhoseTasksFewAreClocked() throws Exception {
    Limiter limiter = Limiter.named("little").ungoverned().atMost(1_000).build();
    holds(limiter, limiter, 500, 0);
    assertThat(limiter.lifetime().flow().arrived())
        .isEqualTo(limiter.lifetime().flow().started())
        .isEqualTo(limiter.lifetime().flow().completed());
  }

  private static void holds(
      ExecutorService pool, ManagedTarget sensors, int inSystem, long taskNanos)
      throws InterruptedException {
    int workers = sensors.workersTarget();
    Semaphore places = new Semaphore(inSystem);
    AtomicBoolean over = new AtomicBoolean();
    Thread submitter =
        new Thread(() -> {
          while (!over.get()) {
            places.acquireUninterruptibly();
            pool.execute(() -> {
              if (taskNanos > 0) {
                LockSupport.parkNanos(taskNanos);
              }
              places.release();
            });
          }
        });
    submitter.start();
    List<Observation> windows = new ArrayList<>();
    Resizable control = sensors.control();
    control.observe();
    long start = System.nanoTime();
    while (windows.size() < WINDOWS || wholeOnes(windows, inSystem + workers) < WHOLE_MIN) {
      long left = WINDOW_NANOS - (System.nanoTime() - start);
      if (left > 0) {
        LockSupport.parkNanos(left);
      } else {
        windows.add(control.observe());
        start = System.nanoTime();
      }
    }
    over.set(true);
    submitter.join();
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();

    // Of tasks that are clocked in blocks, one block may straddle each edge and be counted whole.
    int straddling = taskNanos == 0 ? 2 * ArrivalSampler.STRIDE_MAX : 0;
    double worst = 0;
    for (int i = 1; i < windows.size() - 1; i++) {
      Observation seen = windows.get(i);
      if (!isWhole(seen, inSystem + workers)) {
        continue;
      }
      double measured = seen.inSystemMean();
      double derived = seen.littlesL().orElseThrow();
      // At most all places straddle each edge, none for longer than the longest response, of this
      // window or of the next: what a machine that stalls may add to the five per cent.
      double longest = Math.max(longestSeconds(seen), longestSeconds(windows.get(i + 1)));
      double edges = 2 * (inSystem + workers) * longest / seen.window().seconds();
      assertThat(derived)
          .as(seen.toString())
          .isCloseTo(measured, within(Math.max(0.05 * measured, edges)));
      // A task gives its place back before it ends, so each worker's task may count once more. How
      // many of the places are taken depends on the machine: the submitter may have to wait for it.
      assertThat(measured).isPositive().isLessThanOrEqualTo(inSystem + workers + straddling);
      worst = Math.max(worst, Math.abs(derived / measured - 1));
    }
    System.out.printf(
        Locale.ROOT, "LittlesLawTest: L and lambda * W differ by at most %.3f %%%n", 100 * worst);
  }

  private static double longestSeconds(Observation seen) {
    return seen.times().responseQuantiles().maxNanos() / 1e9;
  }

  private static long wholeOnes(List<Observation> windows, int tasksMax) {
    return windows.stream().filter(seen -> isWhole(seen, tasksMax)).count();
  }

  /**
   * Whether both edges of a window are of one moment each, and tasks ended in it. Where who looks
   * loses his processor between the workers' meters and the count at the queue, more tasks start,
   * or fewer, than the system has places for; and where the machine has other things to do, all
   * that time none may end.
   */
  private static boolean isWhole(Observation seen, int tasksMax) {
    return seen.littlesL().isPresent()
        && Math.abs(seen.flow().arrived() - seen.flow().started()) <= tasksMax;
  }
}
