package dev.flyball.lab.bench;

/**
 * The clock of one run: nanoseconds since its beginning.
 *
 * @param originNanos the machine's monotonic clock at the beginning
 */
record RunClock(long originNanos) {

  static RunClock startingNow() {
    return new RunClock(System.nanoTime());
  }

  long nanos() {
    return System.nanoTime() - originNanos;
  }

  /** A reading of the machine's monotonic clock on this one. */
  long since(long nanoTime) {
    return nanoTime - originNanos;
  }
}
