package dev.flyball.policies.climb.paired;

/**
 * The known throughput of one size, and whether the size still has it.
 *
 * @param samples how many samples are in the mean, of which older ones fade
 * @param mean the mean of the logarithms of their throughputs
 * @param strange how many samples in a row were far from it; they are not in it
 */
record PairedLevel(int samples, double mean, int strange) {

  static final PairedLevel UNKNOWN = new PairedLevel(0, 0, 0);

  private static final int SAMPLES_MAX = 30;
  private static final int SAMPLES_MIN = 2;
  private static final int STRANGE_MAX = 3;

  /**
   * With one more sample.
   *
   * @param changed the share by which one that is far off differs
   */
  PairedLevel with(PairedSample sample, double changed) {
    double apart = StrictMath.log(sample.throughput()) - mean;
    if (samples >= SAMPLES_MIN && Math.abs(apart) > StrictMath.log1p(changed)) {
      return new PairedLevel(samples, mean, strange + 1);
    }
    int count = Math.min(SAMPLES_MAX, samples + 1);
    return new PairedLevel(count, mean + apart / count, 0);
  }

  /** Whether what is measured now is something else. */
  boolean gone() {
    return strange >= STRANGE_MAX;
  }

  double throughput() {
    return StrictMath.exp(mean);
  }
}
