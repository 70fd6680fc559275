package dev.flyball.lab.container;

import dev.flyball.pool.AdaptivePool;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * The sizes of a server's pool and of one that gets the same work directly, over some time.
 *
 * @param mean the server's pool's, averaged over the time
 * @param most the largest of the server's pool
 * @param directMean the other one's, averaged over the time
 * @param directMost the other one's largest
 */
record Sizes(double mean, int most, double directMean, int directMost) {

  private static final long EVERY_NANOS = 20_000_000;

  /** Watches both for some time. */
  static Sizes over(Duration time, AdaptivePool pool, AdaptivePool direct) {
    long startNanos = System.nanoTime();
    double sum = 0;
    double directSum = 0;
    int most = 0;
    int directMost = 0;
    int looks = 0;
    while (System.nanoTime() - startNanos < time.toNanos()) {
      int size = pool.workersTarget();
      int directSize = direct.workersTarget();
      sum += size;
      directSum += directSize;
      most = Math.max(most, size);
      directMost = Math.max(directMost, directSize);
      looks++;
      LockSupport.parkNanos(EVERY_NANOS);
    }
    return new Sizes(sum / looks, most, directSum / looks, directMost);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.1f (at most %d), directly %.1f (at most %d)",
        mean,
        most,
        directMean,
        directMost);
  }
}
