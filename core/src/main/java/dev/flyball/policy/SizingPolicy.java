package dev.flyball.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A way to choose the number of workers: an immutable value that answers an observation with an
 * advice.
 *
 * <p>The advice carries the policy to ask next, so everything that a policy has learned is in the
 * value itself. The same policy and the same observation always give the same advice, and one
 * policy can be asked about two futures.
 *
 * <p>Implementations are records. They hold no clock, no lock and no randomness.
 */
@FunctionalInterface
public interface SizingPolicy {

  /**
   * Advises a number of workers, with the reason, from one window.
   *
   * @param seen one window of the target's life
   * @return the advice, with the policy to ask next
   */
  Advice advise(Observation seen);

  /**
   * The poll interval that this policy, or the wrapped one, wants; empty for the governor's period.
   *
   * <p>The governor asks before each wait, so the interval may change as the policy learns. A
   * window is as long as the wait was, so a policy that varies its interval gets windows of varying
   * length.
   */
  default Optional<PollInterval> nextPoll() {
    return inner().flatMap(SizingPolicy::nextPoll);
  }

  /**
   * The size to begin with, before any task has arrived.
   *
   * @param made the size that the target was made with, in workers
   */
  default int firstSize(int made) {
    return inner().map(policy -> policy.firstSize(made)).orElse(made);
  }

  /** The wrapped policy, if this policy only changes the advice of another. */
  default Optional<SizingPolicy> inner() {
    return Optional.empty();
  }

  /**
   * Throughput as a function of the size, as far as this policy has learned it, ascending in size;
   * empty for a policy that learns no such thing, or has not yet.
   */
  default List<LearnedSize> learned() {
    return inner().map(SizingPolicy::learned).orElse(List.of());
  }

  /**
   * Forecasts the effect of another number of workers, if this policy knows more than its
   * {@linkplain #learned() learned} sizes.
   *
   * @param seen the last window that the policy was asked about, as the present state
   * @param workers the number of workers, at least 1
   * @return the forecast; empty if the policy knows no more, or nothing yet
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  default Optional<Forecast> forecast(Observation seen, int workers) {
    return inner().flatMap(policy -> policy.forecast(seen, workers));
  }

  /** This policy, held within the given limits. */
  default SizingPolicy within(Limits limits) {
    return new LimitedPolicy(this, limits);
  }

  /** This policy, with at least the given time between two changes of size. */
  default SizingPolicy coolDown(Duration pause) {
    return CoolDown.of(this, pause);
  }

  /** This policy, changing the size by at most the given number of workers per step. */
  default SizingPolicy stepLimit(int workersMax) {
    return new StepLimit(this, workersMax);
  }
}
