package dev.flyball.dataflow.pipeline;

/** What a pipeline is doing; each state only moves to a later one. */
public enum PipelineState {
  /** It takes records in. */
  RUNNING,
  /** It takes nothing in, and works on what it has. */
  DRAINING,
  /** It works on nothing more; threads are on their way out. */
  ABORTED,
  /** All threads have ended. */
  TERMINATED
}
