package dev.flyball.pool.base;

/** The states of a pool, a limiter or permits; each follows the one before. */
public enum State {
  /** Takes and runs tasks. */
  RUNNING,
  /** Runs what waits, and takes nothing. */
  SHUTDOWN,
  /** Starts nothing more; what waited was handed back. */
  STOPPING,
  /** Nothing runs and nothing waits; what was registered for the end is done. */
  TIDYING,
  /** All is done. */
  TERMINATED
}
