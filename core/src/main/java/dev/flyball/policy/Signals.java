package dev.flyball.policy;

/** The names of the signals of an {@link Observation} that a policy of the catalogue asks for. */
public final class Signals {

  /** Clients that are connected to the target at the time, busy or not. */
  public static final String CONNECTIONS = "connections";

  /** Pictures that the user interface beside the workers drew in a second. */
  public static final String FRAMES_PER_SECOND = "framesPerSecond";

  /**
   * The standard deviation of the time by which a thread that sleeps for a millisecond, again and
   * again, wakes too late, in milliseconds.
   */
  public static final String OVERSLEEP_DEVIATION_MILLIS = "oversleepDeviationMillis";

  private Signals() {}
}
