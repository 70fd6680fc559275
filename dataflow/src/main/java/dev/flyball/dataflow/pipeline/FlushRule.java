package dev.flyball.dataflow.pipeline;

import java.time.Duration;

/**
 * When the instances of a stage are flushed.
 *
 * @param records after so many records; {@link Integer#MAX_VALUE} for never
 * @param nanos so long after the first record; {@link Long#MAX_VALUE} for never
 * @param idle before their threads wait for a record
 */
record FlushRule(int records, long nanos, boolean idle) {

  static final FlushRule NEVER = new FlushRule(Integer.MAX_VALUE, Long.MAX_VALUE, false);

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  FlushRule after(int count) {
    return new FlushRule(count, nanos, idle);
  }

  FlushRule every(Duration time) {
    return new FlushRule(records, nanos(time), idle);
  }

  /** That time, or the longest that a long can hold. */
  static long nanos(Duration time) {
    return time.compareTo(LONGEST) < 0 ? time.toNanos() : Long.MAX_VALUE;
  }

  FlushRule whenIdle() {
    return new FlushRule(records, nanos, true);
  }

  /** Whether they ever are, but for their end. */
  boolean ever() {
    return !equals(NEVER);
  }
}
