package dev.flyball.policy;

import static dev.flyball.base.Require.atLeast;

import java.util.Optional;

/**
 * A policy that changes the size by at most a given number of workers per step.
 *
 * @param policy the wrapped policy
 * @param workersMax the largest change in one step, in workers, at least 1
 */
public record StepLimit(SizingPolicy policy, int workersMax) implements SizingPolicy {

  /** Checks that the step is at least 1. */
  public StepLimit {
    atLeast("workersMax", 1, workersMax);
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    SizingPolicy next = new StepLimit(advice.next(), workersMax);
    long asked = seen.size().workersTarget();
    long wanted = advice.workers();
    int allowed = (int) Math.max(asked - workersMax, Math.min(asked + workersMax, wanted));
    if (allowed == wanted) {
      return advice.then(next);
    }
    return advice
        .changed(allowed, Reason.by("step", "a step is at most %{step}d workers", workersMax))
        .then(next);
  }
}
