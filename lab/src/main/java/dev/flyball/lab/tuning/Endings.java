package dev.flyball.lab.tuning;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Why an experiment ended before its time. */
public final class Endings {

  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** What is said where somebody ended it. */
  public static final String BY_HAND = "ended early by hand";

  private Endings() {}

  /**
   * Why, in a few words, for an experiment in which something failed: by hand where this thread is
   * told to stop, or will be in a moment. For Ctrl-C ends the server too, and who is told first is
   * chance. Takes the thread's mark away, so that what is left can be put in order.
   *
   * @return empty where nobody ended it, and the failure is one
   */
  public static Optional<String> byHand(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        Thread.interrupted();
        return Optional.of(BY_HAND);
      }
    }
    LockSupport.parkNanos(GRACE_NANOS);
    boolean told = Thread.interrupted();
    return told || virtualMachineStops() ? Optional.of(BY_HAND) : Optional.empty();
  }

  /** Whoever waits for a database may have used the mark up; this cannot be used up. */
  private static boolean virtualMachineStops() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread("flyball-never-started"));
      return false;
    } catch (IllegalStateException stops) {
      return true;
    }
  }
}
