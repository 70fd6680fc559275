package dev.flyball.policy;

import static dev.flyball.policy.Require.atLeast;

import java.util.List;

/**
 * The same number of workers, whatever is seen.
 *
 * <p>The baseline of every comparison, and the kill switch: it is right as long as the load is the
 * one that the number was chosen for.
 *
 * @param workers the number of workers, at least 1
 */
public record FixedSize(int workers) implements SizingPolicy {

  private static final Parameter<Integer> WORKERS =
      Parameter.workers("workers", "64", "the number of workers").asRequired();

  static final PolicyEntry ENTRY =
      new PolicyEntry(
          "fixed",
          "The same number of workers, whatever is seen.",
          "what every pool without a policy does",
          List.of(WORKERS),
          given -> new FixedSize(given.value(WORKERS)));

  public FixedSize {
    atLeast("workers", 1, workers);
  }

  @Override
  public Advice on(Observation seen) {
    return new Advice(workers, Reason.of("fixed at %d", workers), this);
  }
}
