package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
@Timeout(60)
class LittlesLawTest {

  private static final int IN_SYSTEM = 12;
  private static final int WORKERS = 4;
  private static final int WINDOWS = 6;
  private static final long WINDOW_NANOS = 700_000_000L;

  @Test
  void holdsInEveryWindowOfASteadyRun() throws Exception {
    AdaptivePool pool = AdaptivePool.named("little").workers(WORKERS).build();
    Semaphore places = new Semaphore(IN_SYSTEM);
    AtomicBoolean over = new AtomicBoolean();
    Thread submitter =
        new Thread(() -> {
          while (!over.get()) {
            places.acquireUninterruptibly();
            pool.execute(() -> {
              LockSupport.parkNanos(1_000_000);
              places.release();
            });
          }
        });
    submitter.start();
    List<Observation> windows = new ArrayList<>();
    long end = System.nanoTime() + WINDOW_NANOS;
    pool.observe();
    while (windows.size() < WINDOWS) {
      LockSupport.parkNanos(end - System.nanoTime());
      if (System.nanoTime() - end >= 0) {
        windows.add(pool.observe());
        end += WINDOW_NANOS;
      }
    }
    over.set(true);
    submitter.join();
    pool.shutdown();
    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

    double worst = 0;
    for (Observation seen : windows.subList(1, WINDOWS)) {
      double measured = seen.inSystemMean();
      double derived = seen.littlesL().orElseThrow();
      // At most all places straddle each edge, none for longer than the longest response: what a
      // machine that stalls for a moment may add to the five per cent.
      double longest = seen.times().responseQuantiles().maxNanos() / 1e9;
      double edges = 2 * (IN_SYSTEM + WORKERS) * longest / seen.window().seconds();
      assertThat(derived)
          .as(seen.toString())
          .isCloseTo(measured, within(Math.max(0.05 * measured, edges)));
      // A task gives its place back before it ends, so each worker's task may count once more.
      assertThat(measured).isBetween(IN_SYSTEM * 0.8, (double) IN_SYSTEM + WORKERS);
      worst = Math.max(worst, Math.abs(derived / measured - 1));
    }
    System.out.printf(
        Locale.ROOT, "LittlesLawTest: L and lambda * W differ by at most %.3f %%%n", 100 * worst);
  }
}
