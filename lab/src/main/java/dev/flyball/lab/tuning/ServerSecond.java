package dev.flyball.lab.tuning;

import java.util.OptionalDouble;

/**
 * About a second of a load on a server, as the clients saw it.
 *
 * @param atSeconds when it ended, since the stand was opened
 * @param seconds how long it really was
 * @param transactions transactions that ended well
 * @param questions statements that were answered
 * @param errors transactions that did not end well
 * @param latency how long a transaction took, in milliseconds
 * @param groups the server's thread groups at its end
 */
public record ServerSecond(
    double atSeconds,
    double seconds,
    long transactions,
    long questions,
    long errors,
    Latency latency,
    int groups) {

  public ServerSecond {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("seconds must be above 0 but was " + seconds);
    }
  }

  /**
   * The durations of transactions, in milliseconds; empty if none ended or they were not measured.
   *
   * @param mean the mean
   * @param p95 the 95th percentile
   */
  public record Latency(OptionalDouble mean, OptionalDouble p95) {
    /** Nothing is known. */
    public static final Latency UNKNOWN =
        new Latency(OptionalDouble.empty(), OptionalDouble.empty());
  }

  public double transactionsPerSecond() {
    return transactions / seconds;
  }

  public double questionsPerSecond() {
    return questions / seconds;
  }
}
