package dev.flyball.lab.tuning;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Seconds of one load taken together.
 *
 * @param seconds the seconds, in their order
 */
public record Stretch(List<Second> seconds) {

  /** Below it a server stands still; so much is taken for nothing where a ratio needs a number. */
  private static final double STANDSTILL_PER_SECOND = 0.001;

  public Stretch {
    seconds = List.copyOf(seconds);
  }

  /** A throughput as a share of another: finite, though the other's server may have stood still. */
  static double share(double perSecond, double ofPerSecond) {
    return perSecond / Math.max(STANDSTILL_PER_SECOND, ofPerSecond);
  }

  public boolean isEmpty() {
    return seconds.isEmpty();
  }

  /** How long it was, in seconds. */
  public double length() {
    return sum(Second::seconds);
  }

  /** Transactions per second; NaN where there is no second. */
  public double transactionsPerSecond() {
    return sum(Second::transactions) / length();
  }

  /** Statements answered per second; NaN where there is no second. */
  public double questionsPerSecond() {
    return sum(Second::questions) / length();
  }

  public long errors() {
    return (long) sum(Second::errors);
  }

  /** The mean latency of all transactions, in milliseconds. */
  public OptionalDouble latencyMeanMillis() {
    return weighted(Second.Latency::mean);
  }

  /** The mean of the seconds' 95th percentiles, each weighing as much as it had transactions. */
  public OptionalDouble latencyP95Millis() {
    return weighted(Second.Latency::p95);
  }

  /** The seconds that ended in a span of time. */
  public Stretch between(double fromSeconds, double toSeconds) {
    return new Stretch(
        seconds.stream()
            .filter(second -> second.atSeconds() > fromSeconds && second.atSeconds() <= toSeconds)
            .toList());
  }

  private double sum(ToDoubleFunction<Second> figure) {
    return seconds.stream().mapToDouble(figure).sum();
  }

  private OptionalDouble weighted(Function<Second.Latency, OptionalDouble> figure) {
    double sum = 0;
    long weight = 0;
    for (Second second : seconds) {
      OptionalDouble value = figure.apply(second.latency());
      if (value.isPresent() && second.transactions() > 0) {
        sum += value.getAsDouble() * second.transactions();
        weight += second.transactions();
      }
    }
    return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / weight);
  }
}
