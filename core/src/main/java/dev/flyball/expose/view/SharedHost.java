package dev.flyball.expose.view;

import dev.flyball.measure.HostMeter;

/**
 * A reading of the processors that all viewers of this process share if they look at about the same
 * time.
 *
 * <p>A reading is shared for 50 milliseconds. Viewers look at most ten times a second, one pool
 * after the other, so all views of one round have the same reading, and the next round has another.
 */
final class SharedHost {

  private static final long SHARED_NANOS = 50_000_000;

  private static final SharedHost ONLY = new SharedHost();

  // Guarded by this.
  private HostMeter.Reading last = HostMeter.read();
  private long atNanos = System.nanoTime();

  private SharedHost() {}

  static HostMeter.Reading read() {
    return ONLY.reading();
  }

  private synchronized HostMeter.Reading reading() {
    long nowNanos = System.nanoTime();
    if (nowNanos - atNanos > SHARED_NANOS) {
      last = HostMeter.read();
      atNanos = nowNanos;
    }
    return last;
  }
}
