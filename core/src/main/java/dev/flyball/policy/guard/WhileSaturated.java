package dev.flyball.policy.guard;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import java.util.Optional;

/**
 * A policy that learns only from windows in which the size limited the throughput.
 *
 * <p>In such a window workers were busy for at least 95 % of their time and tasks waited. In any
 * other window, throughput equals the arrival rate and says nothing about the size; a policy that
 * climbs on throughput would climb on the noise of the arrivals. The wrapped policy does not see
 * such a window, and the size is held.
 *
 * <p>So the size does not shrink while there is little to do. This is for policies that search, not
 * for those that compute the size from the load.
 *
 * @param policy the wrapped policy
 */
public record WhileSaturated(SizingPolicy policy) implements SizingPolicy {

  public static final Parameter<Boolean> PARAMETER =
      Parameter.flag(
          "while-saturated",
          "false",
          "whether it learns only while all workers are busy and tasks wait");

  private static final double BUSY_SHARE = 0.95;

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    int asked = seen.size().workersTarget();
    double busy = seen.size().busyMean();
    if (busy >= BUSY_SHARE * asked && seen.size().queuedMean() > 0) {
      Advice advice = policy.advise(seen);
      return advice.then(new WhileSaturated(advice.next()));
    }
    Reason why =
        Reason.by(
            "while-saturated",
            "not saturated, size held: %.1f of %d workers busy, %.1f tasks waiting",
            busy,
            asked,
            seen.size().queuedMean());
    return new Advice(asked, why, this);
  }
}
