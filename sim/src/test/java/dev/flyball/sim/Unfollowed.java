package dev.flyball.sim;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A policy whose advices are written down, and not followed where a size is held: what {@code
 * Governor.adviseOnly()} makes of it.
 *
 * @param policy the policy that advises
 * @param held the size that is held; empty where the advice is followed
 * @param limits the sizes that may be advised
 * @param advices what was advised
 */
record Unfollowed(SizingPolicy policy, OptionalInt held, Limits limits, List<Advised> advices)
    implements SizingPolicy {

  /**
   * An advice, in force until the next.
   *
   * @param workers the size, within the limits
   * @param why its reason
   * @param seen the window that it rests on
   */
  record Advised(int workers, String why, Observation seen) {
    long atNanos() {
      return seen.window().endNanos();
    }
  }

  @Override
  public Advice advise(Observation seen) {
    Advice advice = policy.advise(seen);
    Advice allowed = limits.apply(advice);
    advices.add(new Advised(allowed.workers(), allowed.why(), seen));
    return new Advice(
        held.orElse(advice.workers()),
        advice.reason(),
        new Unfollowed(advice.next(), held, limits, advices));
  }

  @Override
  public int firstSize(int made) {
    return held.orElseGet(() -> policy.firstSize(made));
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    return policy.nextPoll();
  }
}
