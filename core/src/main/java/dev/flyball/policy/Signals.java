package dev.flyball.policy;

/** The names of signals: figures that only some targets have, and some policies need. */
public final class Signals {

  /**
   * Number of connected clients at the end of the window, whether they wait for an answer or not.
   */
  public static final String CONNECTIONS = "connections";

  /**
   * Repaints of a window per second; missing while the window needs no repaint, since a window at
   * rest drops no frames.
   */
  public static final String FRAMES_PER_SECOND = "framesPerSecond";

  /** The longest wait of an event for an event loop in the window, in milliseconds. */
  public static final String EVENT_LOOP_LAG_MILLIS = "eventLoopLagMillis";

  /**
   * Standard deviation of the oversleep of a sleeping thread over the window, in milliseconds. It
   * grows with the number of threads that compete for the processors.
   */
  public static final String OVERSLEEP_DEVIATION_MILLIS = "oversleepDeviationMillis";

  private Signals() {}
}
