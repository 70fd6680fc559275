package dev.flyball.policy;

import dev.flyball.base.Dice;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * A target with 8 processors that always has tasks waiting, and whose throughput is a known
 * function of its size, seen through noise that has a memory and through counting.
 *
 * <p>The throughput of a window is the curve's times 1 + noise, where the noise is autoregressive
 * of the first order: {@code noise(k) = 0.5 noise(k-1) + sqrt(1 - 0.25) cv z(k)}. How many tasks
 * end is then drawn from the Poisson distribution with that mean.
 *
 * @param curve throughput per second for a size
 * @param cv the relative deviation of the noise
 * @param busyCores processors that are busy
 * @param queued tasks that wait, for each worker
 */
public record SaturatedPlant(
    DoubleUnaryOperator curve, double cv, double busyCores, double queued) {

  static final double CORES = 8;
  private static final double MEMORY = 0.5;

  /** Tasks that hold one of some slots, so that no more of them make any progress at a time. */
  public static SaturatedPlant slots(int slots, double taskSeconds, double cv) {
    return new SaturatedPlant(size -> Math.min(size, slots) / taskSeconds, cv, 2, 10);
  }

  /** The universal scalability law with its top at a size, and 2 % of the work in sequence. */
  public static SaturatedPlant topAt(double top, double cv) {
    double contention = 0.02;
    double coherence = (1 - contention) / (top * top);
    return new SaturatedPlant(
        size -> 50 * size / (1 + contention * (size - 1) + coherence * size * (size - 1)),
        cv,
        2,
        10);
  }

  /** The same, with all processors busy. */
  public SaturatedPlant busy() {
    return new SaturatedPlant(curve, cv, CORES, queued);
  }

  /** The same, with no more than one task waiting for each worker. */
  public SaturatedPlant shallow() {
    return new SaturatedPlant(curve, cv, busyCores, 1);
  }

  /**
   * Every advice of a policy, window by window, from a start.
   *
   * @param seconds how long the run lasts, in windows of {@code windowSeconds}
   */
  public void run(
      SizingPolicy policy,
      int start,
      double seconds,
      double windowSeconds,
      long seed,
      Consumer<Advice> advised) {
    run(policy, start, seconds, windowSeconds, 1, seed, advised);
  }

  /** The same where the noise is another one only every so many windows. */
  public void run(
      SizingPolicy policy,
      int start,
      double seconds,
      double windowSeconds,
      int noiseWindows,
      long seed,
      Consumer<Advice> advised) {
    Dice dice = Dice.stream(seed, 0);
    SizingPolicy asked = policy;
    int size = start;
    double noise = cv * dice.nextNormal();
    int windows = (int) Math.round(seconds / windowSeconds);
    for (int window = 0; window < windows; window++) {
      double rate = curve.applyAsDouble(size) * Math.max(0.1, 1 + noise);
      Advice advice =
          asked.advise(
              seen(
                  size,
                  poisson(rate * windowSeconds, dice),
                  window * windowSeconds,
                  windowSeconds));
      asked = advice.next();
      size = advice.workers();
      advised.accept(advice);
      if ((window + 1) % noiseWindows == 0) {
        noise = MEMORY * noise + StrictMath.sqrt(1 - MEMORY * MEMORY) * cv * dice.nextNormal();
      }
    }
  }

  private static long poisson(double mean, Dice dice) {
    if (mean > 50) {
      return Math.max(0, Math.round(mean + StrictMath.sqrt(mean) * dice.nextNormal()));
    }
    double bound = StrictMath.exp(-mean);
    double product = dice.nextDouble();
    long count = 0;
    while (product > bound) {
      product *= dice.nextDouble();
      count++;
    }
    return count;
  }

  private Observation seen(int size, long tasks, double from, double windowSeconds) {
    return Seen.idle()
        .at(from, windowSeconds)
        .workers(size)
        .busy(size)
        .flow(tasks, tasks, tasks)
        .service(size * windowSeconds)
        .queue(queued * size, Math.round(queued * size))
        .cores(CORES)
        .processBusyCores(busyCores)
        .hostBusyCores(busyCores)
        .build();
  }
}
