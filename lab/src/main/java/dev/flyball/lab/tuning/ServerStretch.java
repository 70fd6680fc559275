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
public record ServerStretch(List<ServerSecond> seconds) {

  /** Below it a server stands still; so much is taken for nothing where a ratio needs a number. */
  private static final double STANDSTILL_PER_SECOND = 0.001;

  public ServerStretch {
    seconds = List.copyOf(seconds);
  }

  /** A throughput as a share of another: finite, though the other's server may have stood still. */
  static double share(double perSecond, double ofPerSecond) {
    return perSecond / Math.max(STANDSTILL_PER_SECOND, ofPerSecond);
  }

  public boolean isEmpty() {
    return seconds.isEmpty();
  }

  /** Transactions per second; NaN where there is no second. */
  public double transactionsPerSecond() {
    return sum(ServerSecond::transactions) / sum(ServerSecond::seconds);
  }

  /** Statements answered per second; NaN where there is no second. */
  public double questionsPerSecond() {
    return sum(ServerSecond::questions) / sum(ServerSecond::seconds);
  }

  public long errors() {
    return (long) sum(ServerSecond::errors);
  }

  /** The mean latency of all transactions, in milliseconds. */
  public OptionalDouble latencyMeanMillis() {
    return weighted(ServerSecond.Latency::mean);
  }

  /** The mean of the seconds' 95th percentiles, each weighing as much as it had transactions. */
  public OptionalDouble latencyP95Millis() {
    return weighted(ServerSecond.Latency::p95);
  }

  /** The seconds that ended in a span of time. */
  public ServerStretch between(double fromSeconds, double toSeconds) {
    return new ServerStretch(
        seconds.stream()
            .filter(second -> second.atSeconds() > fromSeconds && second.atSeconds() <= toSeconds)
            .toList());
  }

  private double sum(ToDoubleFunction<ServerSecond> figure) {
    return seconds.stream().mapToDouble(figure).sum();
  }

  private OptionalDouble weighted(Function<ServerSecond.Latency, OptionalDouble> figure) {
    double sum = 0;
    long weight = 0;
    for (ServerSecond second : seconds) {
      OptionalDouble value = figure.apply(second.latency());
      if (value.isPresent() && second.transactions() > 0) {
        sum += value.getAsDouble() * second.transactions();
        weight += second.transactions();
      }
    }
    return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / weight);
  }
}
