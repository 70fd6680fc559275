package dev.flyball.control;

/** The door by which time enters: a monotonic reading in nanoseconds from an arbitrary origin. */
@FunctionalInterface
public interface Clock {

  /** The monotonic clock of the machine. */
  Clock SYSTEM = System::nanoTime;

  /** The present reading in nanoseconds; only differences between two readings mean anything. */
  long nanoTime();
}
