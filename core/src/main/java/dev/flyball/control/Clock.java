package dev.flyball.control;

/** A source of time: a monotonic reading in nanoseconds from an arbitrary origin. */
@FunctionalInterface
public interface Clock {

  /** The monotonic clock of the machine. */
  Clock SYSTEM = System::nanoTime;

  /** The present reading in nanoseconds; only the difference of two readings has a meaning. */
  long nanoTime();
}
