package dev.flyball.policy.guard;

import static dev.flyball.base.Require.between;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A guard that adds no workers while the process uses nearly all of its cores.
 *
 * <p>More threads make no more CPU time; they only share it, so each task takes longer, and a
 * policy that mistakes longer tasks for a higher load would go on adding. The wrapped policy goes
 * on learning and may shrink. If the process's CPU use is not measured nothing is held back, and
 * the reason says so.
 *
 * @param policy the wrapped policy
 * @param share the share of the usable cores from which on no worker is added, from 0 to 1
 */
public record CpuGuard(SizingPolicy policy, double share) implements SizingPolicy {

  public static final Parameter<Optional<Double>> PARAMETER =
      Parameter.percent(
              "cpu-guard",
              "none",
              "the share of the usable cores in use from which on no worker is added")
          .orUnset();

  public CpuGuard {
    between("share", 0, 1, share);
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Advice asked = policy.advise(seen);
    Advice advice = asked.then(new CpuGuard(asked.next(), share));
    int size = seen.size().workersTarget();
    OptionalDouble busy = seen.host().processBusyCores();
    if (advice.workers() <= size) {
      return advice;
    }
    if (busy.isEmpty()) {
      return advice.changed(advice.workers(), "not guarded, the process's CPU use is not measured");
    }
    double cores = seen.host().cores();
    return busy.getAsDouble() < share * cores
        ? advice
        : advice.changed(
            size,
            Reason.by(
                "cpu-guard",
                "held at %{held}d, the process uses %{busyCores}.2f of %{cores}.2f cores",
                size,
                busy.getAsDouble(),
                cores));
  }
}
