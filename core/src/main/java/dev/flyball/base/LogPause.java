package dev.flyball.base;

/**
 * The pauses between the lines that a log gets about one matter, so that a matter that comes and
 * goes does not flood it: 10 seconds after the first line, then twice as long after each further
 * one, up to 10 minutes. Where no line was due for 10 minutes after a pause, all begins anew.
 *
 * <p>Times are those of a monotonic clock, in nanoseconds. Not for several threads at once.
 */
public final class LogPause {

  private static final long FIRST_NANOS = 10_000_000_000L;
  private static final long NANOS_MAX = 600_000_000_000L;

  private long beganNanos;
  private long lengthNanos; // 0 before the first line

  /** Whether a line may be written now. */
  public boolean isOver(long nowNanos) {
    return lengthNanos == 0 || nowNanos - beganNanos >= lengthNanos;
  }

  /** A line was written now: the next pause begins. */
  public void begin(long nowNanos) {
    boolean anew = lengthNanos == 0 || nowNanos - beganNanos >= lengthNanos + NANOS_MAX;
    lengthNanos = anew ? FIRST_NANOS : Math.min(NANOS_MAX, 2 * lengthNanos);
    beganNanos = nowNanos;
  }
}
