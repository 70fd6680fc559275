package dev.flyball.dataflow.pipeline;

/** The state of a pipeline; each state only moves to a later one. */
public enum PipelineState {
  /** It accepts records. */
  RUNNING,
  /** It accepts no records, and works on those it has. */
  DRAINING,
  /** It works on nothing more; its threads are ending. */
  ABORTED,
  /** All threads have ended. */
  TERMINATED
}
