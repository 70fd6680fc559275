package dev.flyball.policy;

/**
 * What tasks were like at one size: how long they took, measured in batches.
 *
 * @param workers the size, or the busy workers of a pool with some to spare
 * @param batches how many batches were measured, at most {@value #BATCHES_MAX} are remembered
 * @param slowness the mean of how long a task took, in any unit that all readings share
 * @param spread the sum of the squared deviations of the batches from their mean
 * @param strange how many batches in a row were far from the mean, and are not in it
 * @param sinceNanos when the first batch ended
 * @param atNanos when the last batch ended
 */
record Reading(
    double workers, int batches, double slowness, double spread, int strange, long sinceNanos, long atNanos) {

  private static final int BATCHES_MAX = 400;

  /** Fewer batches than this say nothing of their own noise. */
  private static final int BATCHES_MIN = 4;

  /** The variance of a mean of batches whose noise has a memory, against one that has none. */
  private static final double MEMORY_OF_NOISE = 2;

  /** What is taken for the deviation of batches before they have shown theirs. */
  private static final double PRIOR_DEVIATION = Double.parseDouble(System.getProperty("prior", "0.15"));

  private static final double PRIOR_BATCHES = 3;

  static Reading none(double workers, long nowNanos) {
    return new Reading(workers, 0, 0, 0, 0, nowNanos, nowNanos);
  }

  Reading with(double batch, long nowNanos) {
    int count = Math.min(BATCHES_MAX, batches + 1);
    double kept = batches < BATCHES_MAX ? 1 : 1 - 1.0 / BATCHES_MAX;
    double apart = batch - slowness;
    double mean = slowness + apart / count;
    return new Reading(
        workers, count, mean, spread * kept + apart * (batch - mean), 0, sinceNanos, nowNanos);
  }

  /** The same figures, as those of a size nearby. */
  Reading at(double size) {
    return new Reading(size, batches, slowness, spread, strange, sinceNanos, atNanos);
  }

  Reading doubted(long nowNanos) {
    return new Reading(workers, batches, slowness, spread, strange + 1, sinceNanos, nowNanos);
  }

  boolean solid() {
    return batches >= BATCHES_MIN && slowness > 0;
  }

  /** What the size gets done: Little's law, workers / time. */
  double throughput() {
    return workers / slowness;
  }

  /** The standard error of the mean, as a share of it. */
  double error() {
    return deviation() * StrictMath.sqrt(MEMORY_OF_NOISE / Math.max(1, batches));
  }

  /** The deviation of the batches, as a share of their mean. */
  private double deviation() {
    double prior = PRIOR_BATCHES * PRIOR_DEVIATION * PRIOR_DEVIATION;
    double share = spread / (slowness * slowness);
    return StrictMath.sqrt((share + prior) / (Math.max(0, batches - 1) + PRIOR_BATCHES));
  }

  /** Whether a batch is farther from the mean than chance would bring it. */
  boolean contradictedBy(double batch) {
    return solid() && Math.abs(StrictMath.log(batch / slowness)) > 5 * deviation();
  }

  /** Whether sizes are far enough apart to compare what they get done. */
  static boolean apart(double low, double high) {
    return high >= 1.14 * low || (low < 7 && high >= low + 1);
  }

  /** The elasticity of throughput between two sizes: d ln X / d ln N. */
  static double gain(Reading low, Reading high) {
    return StrictMath.log(high.throughput() / low.throughput())
        / StrictMath.log(high.workers / low.workers);
  }

  /** The standard error of {@link #gain}. */
  static double gainError(Reading low, Reading high) {
    return StrictMath.sqrt(low.error() * low.error() + high.error() * high.error())
        / StrictMath.log(high.workers / low.workers);
  }
}
