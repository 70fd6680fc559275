package dev.flyball.lab.trial;

import dev.flyball.lab.report.Spread;
import java.util.OptionalLong;

/**
 * The cost and the work of a pool over a whole trial.
 *
 * @param seconds how long it has existed
 * @param workersMean workers alive, averaged over that time
 * @param workersMax the most workers alive at once
 * @param resizes how often the size asked for was changed; empty where the pool does not tell
 * @param waitMillis from arrival to start
 */
public record PoolOutcome(
    double seconds, double workersMean, int workersMax, OptionalLong resizes, Spread waitMillis) {

  /** The sum of the workers' lifetimes, in seconds. */
  public double workerSeconds() {
    return seconds * workersMean;
  }
}
