package dev.flyball.dataflow.policy;

/**
 * A policy that chooses the number of threads of each stage of a pipeline.
 *
 * <p>An immutable value: the same observation always gives the same advice, and the advice carries
 * the policy to ask next. So the observations in a journal are a test.
 */
@FunctionalInterface
public interface FlowPolicy {

  /** The advice after this window; never null. */
  FlowAdvice advise(FlowObservation seen);

  /**
   * The policy of this package: it learns the network of the pipeline, and plans it. It begins with
   * nothing learned.
   */
  static FlowPolicy planned(FlowSettings settings) {
    return PlannedFlow.of(settings);
  }
}
