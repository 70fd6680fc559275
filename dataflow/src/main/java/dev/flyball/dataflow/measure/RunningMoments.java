package dev.flyball.dataflow.measure;

/**
 * How many numbers there were, their mean, and how far they lie around it, kept up to date one
 * number at a time (Welford 1962) and joined (Chan, Golub and LeVeque 1979).
 *
 * <p>For one thread. Nothing can be taken away again, unlike from the sums of {@link
 * dev.flyball.dataflow.pipeline.Moments}, and nothing is lost where numbers lie close together.
 */
final class RunningMoments {

  private long count;
  private double mean;
  private double squares;

  void add(double number) {
    count++;
    double off = number - mean;
    mean += off / count;
    squares += off * (number - mean);
  }

  void add(RunningMoments others) {
    if (others.count == 0) {
      return;
    }
    double off = others.mean - mean;
    long all = count + others.count;
    mean += off * others.count / all;
    squares += others.squares + off * off * count * others.count / all;
    count = all;
  }

  long count() {
    return count;
  }

  double mean() {
    return mean;
  }

  /** The unbiased estimate of the variance; 0 for a single number. */
  double variance() {
    return count < 2 ? 0 : squares / (count - 1);
  }
}
