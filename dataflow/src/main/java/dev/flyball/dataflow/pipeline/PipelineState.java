package dev.flyball.dataflow.pipeline;

/** The state of a pipeline; each state only moves to a later one. */
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
