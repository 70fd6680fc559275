package dev.flyball.policies.climb;

import java.util.ArrayList;
import java.util.List;

/**
 * Measurements in the order in which they were made, the oldest first.
 *
 * @param values the measurements
 */
public record Series(List<Double> values) {

  static final Series EMPTY = new Series(List.of());

  public Series {
    values = List.copyOf(values);
  }

  /** The series with one more, of which no more than the last {@code most} are kept. */
  Series with(double value, int most) {
    List<Double> more = new ArrayList<>(last(Math.min(size(), most - 1)).values);
    more.add(value);
    return new Series(more);
  }

  /** The last {@code count} of them; there must be as many. */
  Series last(int count) {
    return new Series(values.subList(size() - count, size()));
  }

  int size() {
    return values.size();
  }

  /** The mean; 0 for none. */
  public double mean() {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.isEmpty() ? 0 : sum / size();
  }

  /** The standard deviation of the sample; 0 for fewer than two. */
  double deviation() {
    if (size() < 2) {
      return 0;
    }
    double mean = mean();
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (size() - 1.0));
  }

  /** The standard deviation of the mean: that of the sample over the square root of its size. */
  double deviationOfMean() {
    return values.isEmpty() ? 0 : deviation() / Math.sqrt(size());
  }
}
