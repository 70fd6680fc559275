package dev.flyball.lab.tuning;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The same thing measured several times: its middle, and how far the measurements are apart.
 *
 * <p>Medians and quartiles, for on a machine that others use too one bad second must not decide.
 *
 * @param values the measurements in the order in which they were taken, at least one
 */
public record Repeated(List<Double> values) {

  public Repeated {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("values must be at least one but were none");
    }
  }

  public double median() {
    return quantile(0.5);
  }

  public double lowerQuartile() {
    return quantile(0.25);
  }

  public double upperQuartile() {
    return quantile(0.75);
  }

  /** Each throughput as a share of the other's of the same turn, which has as many. */
  Repeated shareOf(Repeated others) {
    return new Repeated(
        IntStream.range(0, values.size())
            .mapToObj(turn -> ServerStretch.share(values.get(turn), others.values.get(turn)))
            .toList());
  }

  /**
   * The measurement below which a share of them lies, 0 for the lowest and 1 for the highest;
   * interpolated between the two that it falls between.
   */
  public double quantile(double share) {
    List<Double> sorted = values.stream().sorted().toList();
    double at = share * (sorted.size() - 1);
    int below = (int) Math.floor(at);
    int above = Math.min(sorted.size() - 1, below + 1);
    return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
  }
}
