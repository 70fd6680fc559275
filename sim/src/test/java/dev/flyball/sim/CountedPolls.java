package dev.flyball.sim;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A policy that does what another does, and writes down when it was asked.
 *
 * @param policy the other one
 * @param lookedNanos when it was asked
 */
record CountedPolls(SizingPolicy policy, List<Long> lookedNanos) implements SizingPolicy {

  static CountedPolls of(SizingPolicy policy) {
    return new CountedPolls(policy, new ArrayList<>());
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    return policy.nextPoll();
  }

  @Override
  public Advice advise(Observation seen) {
    lookedNanos.add(seen.window().endNanos());
    Advice advice = policy.advise(seen);
    return advice.then(new CountedPolls(advice.next(), lookedNanos));
  }

  /** How often it was asked between two moments. */
  long between(double fromSeconds, double toSeconds) {
    return lookedNanos.stream()
        .filter(at -> at > fromSeconds * 1e9 && at <= toSeconds * 1e9)
        .count();
  }
}
