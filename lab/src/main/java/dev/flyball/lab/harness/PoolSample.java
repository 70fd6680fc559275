package dev.flyball.lab.harness;

import dev.flyball.control.Governor;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A look at a pool during a trial.
 *
 * @param atSeconds when, since the trial began
 * @param seen the window since the last look
 * @param advised the size that the policy wanted last; the size it has where there is none
 * @param why why it wanted so many, in one line
 */
public record PoolSample(double atSeconds, Observation seen, int advised, String why) {

  static PoolSample of(Subject pool, Observation seen, double atSeconds) {
    Optional<Advice> advice = pool.governor().flatMap(Governor::lastAdvice);
    return new PoolSample(
        atSeconds,
        seen,
        advice.map(Advice::workers).orElse(seen.size().workersTarget()),
        advice.map(Advice::why).orElse("no advice yet"));
  }

  /** The size asked for. */
  public int workersTarget() {
    return seen.size().workersTarget();
  }

  /** Workers that exist. */
  public int workersCurrent() {
    return seen.size().workersCurrent();
  }

  /** Mean wait of the tasks started since the last look, in milliseconds; empty when none was. */
  public OptionalDouble waitMillisMean() {
    return seen.meanWaitSeconds().stream().map(seconds -> 1000 * seconds).findFirst();
  }
}
