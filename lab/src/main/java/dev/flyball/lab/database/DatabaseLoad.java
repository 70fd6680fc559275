package dev.flyball.lab.database;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Clients at work on a database, from the moment it is made until it is closed: a fixed number of
 * connections, on each of which one transaction follows the other without a pause.
 */
public interface DatabaseLoad extends AutoCloseable {

  /** What happened since the last reading, or since the start. */
  LoadReading reading();

  /** Lets the clients do something else from now on. */
  void switchTo(Profile next);

  /** Ends the clients; returns when they are gone. */
  @Override
  void close();

  /**
   * The clients' figures since the previous reading.
   *
   * @param seconds how long that was
   * @param transactions how many were done
   * @param questions how many statements were sent for them, those that open and close them
   *     included
   * @param errors how many times a transaction failed, by a deadlock or a wait for a lock that took
   *     too long, and was tried anew with other values
   * @param losses how many times a client lost its connection or could not get one
   * @param meanNanos how long a transaction took its client on average, tries that failed included;
   *     empty when none was done
   * @param p50Nanos the median of it; empty when not known
   * @param p95Nanos the 95th percentile of it; empty when not known
   */
  public record LoadReading(
      double seconds,
      long transactions,
      long questions,
      long errors,
      long losses,
      OptionalDouble meanNanos,
      OptionalLong p50Nanos,
      OptionalLong p95Nanos) {

    /**
     * The mean time of a transaction in a closed loop: {@code clients} clients, always waiting for
     * one transaction each, spend {@code clients * seconds} on all of them.
     *
     * @return empty when no transaction was done
     */
    static OptionalDouble closedLoopMeanNanos(int clients, double seconds, double transactions) {
      return transactions > 0
          ? OptionalDouble.of(clients * 1e9 * seconds / transactions)
          : OptionalDouble.empty();
    }

    /** Transactions done per second; 0 over no time at all. */
    public double transactionsPerSecond() {
      return seconds > 0 ? transactions / seconds : 0;
    }

    /** Statements sent per second; 0 over no time at all. */
    public double questionsPerSecond() {
      return seconds > 0 ? questions / seconds : 0;
    }
  }
}
