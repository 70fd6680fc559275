package dev.flyball.dataflow.live;

/**
 * A policy that chooses the number of threads of each stage of a pipeline.
 *
 * <p>An immutable value: asked the same again, it answers the same again, and the answer carries
 * the policy to ask next. So the observations in a journal are a test.
 */
@FunctionalInterface
public interface FlowPolicy {

  /** What should be done after this window; never null. */
  FlowAdvice advise(FlowObservation seen);

  /**
   * The policy of this package: it learns the network that the pipeline is, and plans it. It begins
   * with nothing learned.
   */
  static FlowPolicy planned(FlowSettings settings) {
    return PlannedFlow.of(settings);
  }
}
