package dev.flyball.policy.standard.window;

import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import dev.flyball.policy.part.CpuLimit;
import dev.flyball.policy.part.Windows;

/**
 * One window as the default policy reads it: how many workers were busy, what they got done, and
 * whether tasks waited for a worker.
 *
 * <p>Work is counted in reference service times of the kinds, so that another mix of kinds is not
 * taken for another speed; where kinds are not told apart, or should not be, each task counts as
 * {@value #TASK_NANOS} ns. Only tasks that end well are work: a call that times out is not.
 *
 * @param endNanos the end of the window
 * @param nanos its length
 * @param asked the size in force at its end, in workers
 * @param busy workers that were busy, averaged
 * @param ended tasks that ended, well or not
 * @param reference the work of these tasks, in nanoseconds
 * @param done the work of those among them that ended well
 * @param serviceNanos the service times of all of them, summed
 * @param timed whether each task's time is known, and not only their sum
 * @param squares the squares of their works, summed; 0 where not known
 * @param offered the work of the tasks that came, those turned away included, as far as it is known
 * @param came how many these were
 * @param offeredKnown whether any of them was of a known kind
 * @param queued tasks that wait at the end
 * @param rejecting whether tasks were turned away for want of room
 * @param saturated whether tasks waited, or were turned away, while all workers were busy and not
 *     for want of a processor
 * @param cpuShort whether workers that were ready waited for a processor
 * @param shed tasks that the rule for who gets in turned away
 * @param deadlineNanos how long a mean task may take from its arrival, so that it has as much of
 *     its time left as tasks have on average; 0 where none that came has a deadline
 */
public record Stretch(
    long endNanos,
    long nanos,
    int asked,
    double busy,
    long ended,
    double reference,
    double done,
    double serviceNanos,
    boolean timed,
    double squares,
    double offered,
    double came,
    boolean offeredKnown,
    long queued,
    boolean rejecting,
    boolean saturated,
    boolean cpuShort,
    long shed,
    double deadlineNanos) {

  private static final double TASK_NANOS = 1e6;
  private static final double ALL_BUSY = 0.9;

  /** Without a queue no worker is busy all the time, also where tasks are turned away. */
  private static final double BUSY_WHEN_REJECTING = 0.7;

  private static final double READY_SHARE = 0.2;

  public static Stretch of(Observation seen, boolean byWork) {
    long ended = seen.flow().completed();
    boolean kinds = byWork && seen.times().referenceNanosSum() > 0;
    double reference = kinds ? seen.times().referenceNanosSum() : ended * TASK_NANOS;
    double well = ended == 0 ? 0 : (double) (ended - seen.flow().failed()) / ended;
    double came = (double) seen.flow().arrived() + seen.flow().rejected();
    long known = byWork ? seen.offered().knownTasks() : 0;
    double offered =
        known > 0 ? seen.offered().referenceNanosSum() * came / known : came * TASK_NANOS;
    boolean cpuShort = isCpuShort(seen);
    boolean rejecting = seen.flow().rejected() > seen.flow().shed();
    return new Stretch(
        seen.window().endNanos(),
        seen.window().lengthNanos(),
        seen.size().workersTarget(),
        seen.size().busyMean(),
        ended,
        reference,
        reference * Math.max(0, well),
        seen.times().serviceNanosSum(),
        ended == 0 || !seen.times().responseQuantiles().isEmpty(),
        kinds ? seen.times().referenceSquaresSum().orElse(0) : 0,
        Windows.finite(offered),
        came,
        known > 0,
        seen.size().queuedAtEnd(),
        rejecting,
        !cpuShort && (waits(seen) || (rejecting && isBusy(seen, BUSY_WHEN_REJECTING))),
        cpuShort,
        seen.flow().shed(),
        deadlineNanos(seen));
  }

  /**
   * As long as would be a deadline for a mean task if it left it the same share of time: a mean
   * over deadlines would be that of the patient ones.
   */
  private static double deadlineNanos(Observation seen) {
    double share = seen.offered().deadlineShareSum() / seen.offered().deadlineTasks();
    double known = seen.offered().knownTasks();
    return known > 0 && share > 0 ? seen.offered().recentNanosSum() / known / share : 0;
  }

  private static boolean waits(Observation seen) {
    double there = Math.min(seen.size().workersTarget(), seen.size().workersMean());
    boolean queue = seen.size().queuedMean() > 0 && seen.size().queuedAtEnd() > 0;
    double busy = seen.size().busyMean();
    return queue && (busy >= ALL_BUSY * there || seen.size().queuedMean() >= there);
  }

  private static boolean isBusy(Observation seen, double share) {
    return seen.size().busyMean() >= share * seen.size().workersTarget();
  }

  /** Whether workers that were ready waited for a processor. */
  public static boolean isCpuShort(Observation seen) {
    double ready = seen.times().runQueueWaitNanosSum().orElse(0);
    double used = seen.host().processBusyCores().orElse(0);
    return ready > READY_SHARE * seen.busyNanos()
        || used > CpuLimit.BUSY_SHARE * seen.host().cores();
  }

  /** Whether tasks wait, or were turned away. */
  public boolean pressed() {
    return queued > 0 || rejecting;
  }

  /** Whether clearly more workers are still busy than were asked for. */
  public boolean shrinking() {
    return busy > 1.1 * asked + 1;
  }

  /** Busy workers as a size, at most the one that was asked for. */
  public int busyNow() {
    return Workers.roundedUp(Math.min(busy, asked));
  }
}
