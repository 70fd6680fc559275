package dev.flyball.pool;

import dev.flyball.measure.KindProfile;
import java.util.OptionalLong;

/**
 * The service times of one kind of task, as known at one moment; each empty before the first task
 * of the kind has ended.
 *
 * <p>Immutable.
 */
public final class KindTimes {

  private final long firstNanos;
  private final long recentNanos;
  private final long referenceNanos;

  KindTimes(KindProfile profile) {
    this.firstNanos = profile.firstNanos();
    this.recentNanos = profile.recentNanos();
    this.referenceNanos = profile.referenceNanos();
  }

  /** The service time of the first task, in nanoseconds. */
  public OptionalLong firstNanos() {
    return known(firstNanos);
  }

  /** The decaying average of service times, in nanoseconds. */
  public OptionalLong recentNanos() {
    return known(recentNanos);
  }

  /**
   * The reference service time, in nanoseconds: the mean of the kind's first hundred tasks, or of
   * those so far.
   */
  public OptionalLong referenceNanos() {
    return known(referenceNanos);
  }

  private static OptionalLong known(long nanos) {
    return nanos == KindProfile.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  @Override
  public String toString() {
    return "KindTimes[firstNanos="
        + firstNanos()
        + ", recentNanos="
        + recentNanos()
        + ", referenceNanos="
        + referenceNanos()
        + "]";
  }
}
