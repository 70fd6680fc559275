package dev.flyball.sim;

import java.util.List;

/**
 * The outcome of one run.
 *
 * @param scenario the scenario's name
 * @param contender the name of the contender that chose the sizes
 * @param seed the seed of the run
 * @param lengthNanos how long tasks arrived, in nanoseconds
 * @param endNanos when the run ended: the last task had ended by then, or twice the length was over
 * @param hostBusyCores processors kept busy, averaged over the run
 * @param pools one for each pool, in the scenario's order
 */
public record Outcome(
    String scenario,
    String contender,
    long seed,
    long lengthNanos,
    long endNanos,
    double hostBusyCores,
    List<PoolOutcome> pools) {

  public Outcome {
    pools = List.copyOf(pools);
  }

  /** Tasks that arrived, those turned away among them. */
  public long offered() {
    return pools.stream().mapToLong(PoolOutcome::offered).sum();
  }

  /** Tasks that ended well. */
  public long succeeded() {
    return pools.stream().mapToLong(PoolOutcome::succeeded).sum();
  }
}
