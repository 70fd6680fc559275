package dev.flyball.dashboard;

import java.util.function.LongSupplier;

/**
 * A clock of milliseconds since 1970 that never goes back, whatever is done to the clock of the
 * machine.
 *
 * <p>They run with the machine's steady clock. Where its clock is more than a second ahead of that,
 * as after it slept, they leap there; a clock that is set back is not followed.
 *
 * <p>Any thread may ask.
 */
final class SteadyClock implements LongSupplier {

  private static final long BEHIND_MILLIS_MAX = 1000;

  private final LongSupplier wallMillis;
  private final LongSupplier steadyNanos;
  private final long beganNanos;

  /** Guarded by this. */
  private long beganMillis;

  SteadyClock() {
    this(System::currentTimeMillis, System::nanoTime);
  }

  SteadyClock(LongSupplier wallMillis, LongSupplier steadyNanos) {
    this.wallMillis = wallMillis;
    this.steadyNanos = steadyNanos;
    this.beganNanos = steadyNanos.getAsLong();
    this.beganMillis = wallMillis.getAsLong();
  }

  @Override
  public synchronized long getAsLong() {
    long ranMillis = (steadyNanos.getAsLong() - beganNanos) / 1_000_000;
    long behindMillis = wallMillis.getAsLong() - (beganMillis + ranMillis);
    if (behindMillis > BEHIND_MILLIS_MAX) {
      beganMillis += behindMillis;
    }
    return beganMillis + ranMillis;
  }
}
