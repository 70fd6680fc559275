package dev.flyball.policy.catalogue;

import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.guard.CpuGuard;
import dev.flyball.policy.guard.FrameGuard;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Rescue;
import dev.flyball.policy.guard.WhileSaturated;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The parameters that every policy takes, and the wrappers that they stand for. */
final class SharedParameters {

  private static final Parameter<Integer> MIN =
      Parameter.workers("min", "1", "the smallest size, in workers");
  private static final Parameter<Optional<Integer>> MAX =
      Parameter.workers("max", "none", "the largest size, in workers").orUnset();
  private static final Parameter<Optional<Integer>> STEP =
      Parameter.workers("step", "none", "the largest change at a time, in workers").orUnset();
  private static final Parameter<Optional<Duration>> COOL_DOWN =
      Parameter.duration("cool-down", "none", "the least time between two changes").orUnset();

  static final List<Parameter<?>> ALL =
      List.of(
          MIN,
          MAX,
          STEP,
          COOL_DOWN,
          Rescue.PARAMETER,
          CpuGuard.PARAMETER,
          FrameGuard.PARAMETER,
          WhileSaturated.PARAMETER,
          Recall.PARAMETER);

  private SharedParameters() {}

  /** A policy in the wrappers that were asked for; their order is that of {@link Policies}. */
  static SizingPolicy wrapped(SizingPolicy policy, PolicyEntry.Given given) {
    Optional<Integer> step = given.value(STEP);
    Optional<Duration> pause = given.value(COOL_DOWN);
    Limits limits = Limits.of(given.value(MIN), given.value(MAX).orElse(Integer.MAX_VALUE));
    SizingPolicy wrapped = guarded(policy, given);
    if (step.isPresent()) {
      wrapped = wrapped.stepLimit(step.get());
    }
    if (pause.isPresent()) {
      wrapped = wrapped.coolDown(pause.get());
    }
    if (given.value(Rescue.PARAMETER)) {
      wrapped = Rescue.of(wrapped);
    }
    Optional<Double> frames = given.value(FrameGuard.PARAMETER);
    if (frames.isPresent()) {
      wrapped = FrameGuard.of(wrapped, frames.get());
    }
    return limits.equals(Limits.NONE) ? wrapped : wrapped.within(limits);
  }

  private static SizingPolicy guarded(SizingPolicy policy, PolicyEntry.Given given) {
    SizingPolicy guarded = policy;
    if (given.value(WhileSaturated.PARAMETER)) {
      guarded = new WhileSaturated(guarded);
    }
    if (given.value(Recall.PARAMETER)) {
      guarded = Recall.of(guarded);
    }
    Optional<Double> share = given.value(CpuGuard.PARAMETER);
    return share.isPresent() ? new CpuGuard(guarded, share.get()) : guarded;
  }
}
