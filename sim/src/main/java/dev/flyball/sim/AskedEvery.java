package dev.flyball.sim;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.util.Optional;

/**
 * A policy without a wish of its own when to be asked, given one; a wish of its own goes first.
 *
 * @param policy the policy that decides
 * @param usual when it is asked where it has no wish
 */
record AskedEvery(SizingPolicy policy, PollInterval usual) implements SizingPolicy {

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    return advice.then(new AskedEvery(advice.next(), usual));
  }

  @Override
  public int firstSize(int made) {
    return policy.firstSize(made);
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    return policy.nextPoll().or(() -> Optional.of(usual));
  }
}
