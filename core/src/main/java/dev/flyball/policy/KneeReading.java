package dev.flyball.policy;

/**
 * What one size is worth, measured in batches.
 *
 * @param workers the size
 * @param batches how many batches were measured; of more than {@value #BATCHES_MAX} the older ones
 *     fade
 * @param slowness the mean slowness of the batches, see {@link KneeBatch}
 * @param spread the sum of the squared deviations of the batches from their mean
 * @param strange how many batches in a row were far from the mean; they are not in it
 * @param sinceNanos when the first batch ended
 * @param atNanos when the last batch ended
 */
record KneeReading(
    double workers,
    int batches,
    double slowness,
    double spread,
    int strange,
    long sinceNanos,
    long atNanos) {

  private static final int BATCHES_MAX = 400;

  /** The variance of the mean of batches whose noise has a memory, over that of ones without. */
  private static final double MEMORY_OF_NOISE = 2;

  /** The deviation that batches are taken to have before they have shown theirs, as a share. */
  private static final double PRIOR_DEVIATION = 0.15;

  /** How many batches that prior is worth. */
  private static final double PRIOR_BATCHES = 3;

  /** From so many deviations on a batch is strange. */
  private static final double STRANGE_DEVIATIONS = 5;

  private static final int SOLID_BATCHES = 4;

  static KneeReading none(double workers, long nowNanos) {
    return new KneeReading(workers, 0, 0, 0, 0, nowNanos, nowNanos);
  }

  KneeReading with(double batch, long nowNanos) {
    int count = Math.min(BATCHES_MAX, batches + 1);
    double kept = batches < BATCHES_MAX ? 1 : 1 - 1.0 / BATCHES_MAX;
    double apart = batch - slowness;
    double mean = slowness + apart / count;
    double sum = spread * kept + apart * (batch - mean);
    return new KneeReading(workers, count, mean, sum, 0, sinceNanos, nowNanos);
  }

  /** The same, with one more batch that was too far off to be believed. */
  KneeReading doubted(long nowNanos) {
    return new KneeReading(workers, batches, slowness, spread, strange + 1, sinceNanos, nowNanos);
  }

  /** The same figures, as those of a size nearby. */
  KneeReading at(double size) {
    return new KneeReading(size, batches, slowness, spread, strange, sinceNanos, atNanos);
  }

  /** Whether it has batches enough to contradict others. */
  boolean solid() {
    return batches >= SOLID_BATCHES && slowness > 0;
  }

  /** The work that the size gets done per nanosecond: workers / slowness, by Little's law. */
  double throughput() {
    return workers / slowness;
  }

  /** The same, as others may see it. */
  LearnedSize learned() {
    return new LearnedSize(workers, throughput(), error());
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
    double apart = Math.abs(StrictMath.log(batch / slowness));
    return solid() && apart > STRANGE_DEVIATIONS * deviation();
  }

  /** Whether two sizes are far enough apart to compare what they are worth. */
  static boolean apart(double low, double high) {
    return high >= 1.14 * low || (low < 7 && high >= low + 1);
  }

  /** The elasticity of throughput between two sizes, d ln X / d ln N. */
  static double gain(KneeReading low, KneeReading high) {
    return StrictMath.log(high.throughput() / low.throughput())
        / StrictMath.log(high.workers / low.workers);
  }

  /** The standard error of {@link #gain}. */
  static double gainError(KneeReading low, KneeReading high) {
    return StrictMath.sqrt(low.error() * low.error() + high.error() * high.error())
        / Math.abs(StrictMath.log(high.workers / low.workers));
  }
}
