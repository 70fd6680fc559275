package dev.flyball.policy;

/** The names of signals: what only some targets have, and some policies need. */
public final class Signals {

  /**
   * Clients that are connected at the end of the window, whether they wait for an answer or not.
   */
  public static final String CONNECTIONS = "connections";

  /**
   * How often a window was painted, per second; not there while it wants no painting, for a window
   * that rests drops no frames.
   */
  public static final String FRAMES_PER_SECOND = "framesPerSecond";

  /** How long what is handed to an event loop waits until it runs, at worst, in milliseconds. */
  public static final String EVENT_LOOP_LAG_MILLIS = "eventLoopLagMillis";

  /**
   * How unevenly a thread that sleeps is woken: the standard deviation, over the window, of the
   * time it slept too long, in milliseconds. Grows with the threads that compete for the
   * processors.
   */
  public static final String OVERSLEEP_DEVIATION_MILLIS = "oversleepDeviationMillis";

  private Signals() {}
}
