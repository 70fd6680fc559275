package dev.flyball.policy;

import static dev.flyball.base.Require.atLeast;

/**
 * A policy that always advises the same number of workers.
 *
 * <p>It is the baseline of every comparison, and the kill switch. It is right as long as the load
 * is the one that the number was chosen for.
 *
 * @param workers the number of workers, at least 1
 */
public record FixedSize(int workers) implements SizingPolicy {

  /** Checks the range of the size. */
  public FixedSize {
    atLeast("workers", 1, workers);
  }

  @Override
  public Advice advise(Observation seen) {
    return new Advice(workers, Reason.by("fixed", "fixed at %{workers}d", workers), this);
  }
}
