package dev.flyball.policy.standard;

import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import dev.flyball.policy.guard.Rescue;

/**
 * A watch for stalls: the time in which no task has ended and no CPU was used while workers are
 * busy and tasks wait.
 *
 * <p>Three cases look alike in an empty window: long tasks, workers that compute (which more
 * workers would make slower), and a downstream that hangs. Computing shows in the CPU time. An
 * empty stretch longer than three mean service times plus a tenth of a second counts as hung. It is
 * then unknown whether more workers help: they do not when a downstream hangs, but they do when
 * tasks wait for tasks that wait for a worker. So the size returns to what it was when the stall
 * began, and one worker a second is added.
 *
 * <p>Source: Open Liberty's "hung" and "hung busy" and .NET's starvation detection are told apart
 * here; that one task which ends resets all of it is theirs.
 *
 * @param stillNanos the time without progress, in nanoseconds
 * @param heldSize the size when the stall began, in workers
 */
record HangWatch(long stillNanos, int heldSize) {

  static final HangWatch MOVING = new HangWatch(0, 0);

  private static final double SERVICE_TIMES = 3;
  private static final double PATIENCE_NANOS = 1e8;
  private static final long SECOND = 1_000_000_000;

  HangWatch {
    countAtLeast("stillNanos", 0, stillNanos);
    atLeast("heldSize", 0, heldSize);
  }

  HangWatch with(Observation seen) {
    if (moves(seen)) {
      return MOVING;
    }
    double nanos = Math.min(Long.MAX_VALUE / 4, seen.window().lengthNanos());
    if (stillNanos > 0) {
      return new HangWatch(Math.min(Long.MAX_VALUE / 2, stillNanos) + (long) nanos, heldSize);
    }
    // Of the first window only what all workers could have been busy for: they may have been idle.
    double busy = seen.busyNanos() / seen.size().workersTarget();
    return new HangWatch(Math.max(1, (long) Math.min(nanos, busy)), seen.size().workersTarget());
  }

  private static boolean moves(Observation seen) {
    return Rescue.progress(seen) || seen.size().busyMean() == 0 || seen.size().queuedAtEnd() == 0;
  }

  /** Whether it has lasted too long for tasks of that mean service time, in nanoseconds. */
  boolean hung(double serviceNanos) {
    return stillNanos > SERVICE_TIMES * serviceNanos + PATIENCE_NANOS;
  }

  double stillSeconds() {
    return stillNanos / 1e9;
  }

  /**
   * The size while no task has ever ended: as asked for, and once tasks wait 1, 3, 7, 15, ...
   * workers more after so many seconds, never more than there are tasks. Long tasks, and tasks that
   * wait for tasks in the queue, are helped; what is crowded is not drowned in the seconds that its
   * first answer takes.
   */
  int rescued(Observation seen) {
    long began = heldSize > 0 ? heldSize : seen.size().workersTarget();
    long seconds = Math.min(30, stillNanos / SECOND);
    long tasks = Math.round(seen.size().busyMean()) + seen.size().queuedAtEnd();
    long size = Math.min(began + (1L << seconds) - 1, Math.max(began, tasks));
    return (int) Math.min(Integer.MAX_VALUE, size);
  }

  /** The size to hold: one worker more for each second, as long as tasks wait. */
  int workers(Observation seen) {
    long added = Math.min(seen.size().queuedAtEnd(), stillNanos / SECOND);
    return Workers.sum(heldSize, (int) Math.min(Integer.MAX_VALUE, added));
  }
}
