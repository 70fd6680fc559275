package dev.flyball.policy;

import java.util.Optional;

/**
 * A policy that never leaves its limits.
 *
 * @param policy the wrapped policy
 * @param limits the limits of its advice
 */
record LimitedPolicy(SizingPolicy policy, Limits limits) implements SizingPolicy {

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    return limits.apply(advice).then(new LimitedPolicy(advice.next(), limits));
  }
}
