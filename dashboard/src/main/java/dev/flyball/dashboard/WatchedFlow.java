package dev.flyball.dashboard;

import dev.flyball.dataflow.expose.FlowView;

/**
 * A governed pipeline that is watched, wherever it is.
 *
 * <p>Each method but the name throws a {@link RuntimeException} where the pipeline is out of reach;
 * the message says why.
 */
public interface WatchedFlow {

  /** Tells all pipelines of a place apart, and stays while the pipeline is there; any text. */
  String name();

  /** What there is to see now. Called by one thread at a time. */
  FlowView view();

  /** Leaves the threads alone and only says what the governor would do. */
  void adviseOnly();

  /** Follows the policy again. */
  void govern();
}
