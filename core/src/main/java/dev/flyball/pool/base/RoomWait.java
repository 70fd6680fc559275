package dev.flyball.pool.base;

import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;

/**
 * The wait of a submitter until a target has room for its task: what it offers meanwhile, until
 * when, and how often.
 *
 * @param options those of the task, with a deadline that counts from the beginning of the wait
 * @param beganNanos when that was
 * @param nanosMax how long it waits at most
 * @param asksAgain whether a rule may let the task in later though nothing has changed
 */
public record RoomWait(TaskOptions options, long beganNanos, long nanosMax, boolean asksAgain) {

  private static final long LOOK_NANOS_MIN = 1_000_000;
  private static final long LOOK_NANOS = 10_000_000;

  /** The wait that begins now; it ends at the task's deadline at the latest. */
  public static RoomWait fromNow(AdmissionSettings settings, TaskOptions options, long nanosMax) {
    boolean asksAgain = !settings.letsInWhatStartsSoon();
    long nowNanos = System.nanoTime();
    if (!settings.hasDeadline(options)) {
      return new RoomWait(options, nowNanos, nanosMax, asksAgain);
    }
    long deadlineNanos = settings.deadlineNanos(options, nowNanos);
    return new RoomWait(
        options.by(Deadline.atNanos(deadlineNanos)),
        nowNanos,
        Math.min(nanosMax, deadlineNanos - nowNanos),
        asksAgain);
  }

  /** How much of it is left; 0 or less where it is over. */
  public long leftNanos() {
    return nanosMax - (System.nanoTime() - beganNanos);
  }

  /**
   * How long to wait for room before the next offer. Our rule finds no room only where tasks wait,
   * and then one of them makes room. Another rule may do so where none waits or runs; so it is
   * asked again when it has said, or a hundred times a second.
   *
   * @param refused the answer to the last offer
   */
  public long lookNanos(Intake refused, long leftNanos) {
    if (!asksAgain || refused.shed().isEmpty()) {
      return leftNanos;
    }
    long saidNanos = refused.shed().get().retryAfter().toNanos();
    return Math.min(leftNanos, saidNanos == 0 ? LOOK_NANOS : Math.max(LOOK_NANOS_MIN, saidNanos));
  }
}
