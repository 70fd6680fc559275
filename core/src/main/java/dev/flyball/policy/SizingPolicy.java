package dev.flyball.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A way to choose the number of workers: an immutable value that answers an observation with an
 * advice.
 *
 * <p>The advice carries the policy to ask next, so whatever a policy has learned is in the value
 * itself: asking the same policy twice with the same observation gives the same advice, and the
 * same policy can be asked two futures.
 *
 * <p>Implementations are records. They hold no clock, no lock and no randomness.
 */
@FunctionalInterface
public interface SizingPolicy {

  /**
   * Says how many workers are wanted, and why, given what was seen in one window.
   *
   * @param seen one window of the target's life
   * @return the advice, with the policy to ask next
   */
  Advice advise(Observation seen);

  /**
   * When this policy wants to be asked; empty for as often as the governor is set to.
   *
   * <p>Asked for before each wait, so it may change with all that the policy learns. A window is as
   * long as the wait was, so a policy that varies its looks is shown windows that vary.
   */
  default Optional<PollInterval> nextPoll() {
    return Optional.empty();
  }

  /**
   * The size to begin with, before any task has come, where a target was made with another.
   *
   * @param made the size that the target was made with, in workers
   */
  default int firstSize(int made) {
    return inner().map(policy -> policy.firstSize(made)).orElse(made);
  }

  /** The policy inside this one, where this one only changes what another advises. */
  default Optional<SizingPolicy> inner() {
    return Optional.empty();
  }

  /**
   * What this policy has learned of throughput as a function of the size, ascending in size; empty
   * for those that learn no such thing, or have not yet.
   */
  default List<LearnedSize> learned() {
    return inner().map(SizingPolicy::learned).orElse(List.of());
  }

  /**
   * What another number of workers would bring, where this policy knows more than the sizes that it
   * has {@linkplain #learned() learned}.
   *
   * @param seen the last window that it was asked about, for what is the case at present
   * @param workers the number asked about, at least 1
   * @return the forecast; empty where it knows no more, or nothing yet
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  default Optional<Forecast> forecast(Observation seen, int workers) {
    return inner().flatMap(policy -> policy.forecast(seen, workers));
  }

  /** This policy, never leaving the given limits. */
  default SizingPolicy within(Limits limits) {
    return new LimitedPolicy(this, limits);
  }

  /** This policy, with at least the given time between two changes of size. */
  default SizingPolicy coolDown(Duration pause) {
    return CoolDown.of(this, pause);
  }

  /** This policy, changing the size by at most the given number of workers at a time. */
  default SizingPolicy stepLimit(int workersMax) {
    return new StepLimit(this, workersMax);
  }
}
