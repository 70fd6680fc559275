package dev.flyball.lab.tuning;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The reason why an experiment ended before its time. */
public final class Endings {

  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** The text for a measurement that was ended by hand. */
  public static final String BY_HAND = "ended early by hand";

  private Endings() {}

  /**
   * The reason, in a few words, why a failed experiment ended: by hand if this thread was
   * interrupted, or will be in a moment. Ctrl-C ends the server too, and it is chance whether the
   * server or this thread notices first. Clears the thread's interrupt, so that the settings can be
   * restored.
   *
   * @return empty if it was not ended by hand, and the failure is a real one
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

  /** A wait for the database may have cleared the interrupt; this state cannot be cleared. */
  private static boolean virtualMachineStops() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread("flyball-never-started"));
      return false;
    } catch (IllegalStateException stops) {
      return true;
    }
  }
}
