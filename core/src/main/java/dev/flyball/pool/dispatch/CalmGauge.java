package dev.flyball.pool.dispatch;

import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.line.WaitingLine;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.dispatch.queue.TaskQueue;

/**
 * The gauge of whether tasks wait so shortly that their order is of no importance: whether the
 * queue is <i>calm</i>, as {@link Admitting} says.
 *
 * <p>Not thread-safe: guarded by the lock of the submission queue.
 */
final class CalmGauge {

  /** A wait that is not felt. */
  private static final long CALM_NANOS_MAX = 20_000_000;

  /** The same of a task that may be more important than those before it, or less. */
  private static final long RANKED_NANOS_MAX = 1_000_000;

  /** So many can be moved from the queue to the line in some milliseconds. */
  private static final int CALM_SIZE_MAX = 8192;

  /** A look at whether tasks are taken costs the workers more than a task; so not every time. */
  private static final long LOOK_NANOS = RANKED_NANOS_MAX / 8;

  /** Of the time that a task has left. */
  private static final long CALM_PARTS = 16;

  /** Where a deadline is as far off, that is no matter. */
  static final long FAR_NANOS = CALM_PARTS * CALM_NANOS_MAX;

  private final TaskQueue queue;
  private final WorkerRegistry registry;
  private final AdmissionSettings settings;
  private final int queueCapacity;
  private final WaitingLine<?> line; // which knows the service times

  private double nanosPerTask = Double.POSITIVE_INFINITY; // over all workers
  private long size; // if fewer wait, all is calm; 0 where that is not known
  private long stalledNanos; // for how long no task was taken though some waited
  private long stallHead; // how many had been taken when that began
  private long stallNanos; // when that was
  private boolean stallWaited; // whether any waited then
  private long lookedNanos = System.nanoTime();

  CalmGauge(
      TaskQueue queue,
      WorkerRegistry registry,
      AdmissionSettings settings,
      int queueCapacity,
      WaitingLine<?> line) {
    this.queue = queue;
    this.registry = registry;
    this.settings = settings;
    this.queueCapacity = queueCapacity;
    this.line = line;
  }

  /** If fewer tasks wait than that, all is calm; 0 where that is not known. */
  long size() {
    return size;
  }

  /** That is not known any more. */
  void forgetSize() {
    size = 0;
  }

  /** Learns it again, from how long tasks take. */
  void learn() {
    weighWait();
    size = sizeNow();
  }

  /** Whether the queue is short enough to be moved to a line in some milliseconds. */
  boolean isShort() {
    return queue.sizeSeen() < CALM_SIZE_MAX;
  }

  /** What was seen of tasks that are not taken is over: they are moved to the line. */
  void moves() {
    stalledNanos = 0;
    stallWaited = false;
  }

  /**
   * Whether a task that comes may wait in the queue. One of which nothing is said is never late,
   * and does not pass others. While no service time is known, the rule cannot tell who would be
   * late.
   *
   * @param nowNanos when the clock was read last
   */
  boolean isCalm(TaskOptions options, boolean hasDeadline, long nowNanos) {
    if (!settings.letsInWhatStartsSoon() || !isShorterThan(CALM_SIZE_MAX)) {
      return false;
    }
    boolean ranks = options.rank();
    if (!ranks && (!hasDeadline || !line.knowsServiceTimes())) {
      return true;
    }
    double calmNanos = ranks ? RANKED_NANOS_MAX : CALM_NANOS_MAX;
    if (hasDeadline) {
      long leftNanos = settings.deadlineNanos(options, nowNanos) - nowNanos;
      calmNanos = Math.min(calmNanos, (double) leftNanos / CALM_PARTS);
    }
    return stalledNanos <= calmNanos
        && (isShorterThan(calmNanos / nanosPerTask) || queue.sizeSeen() < registry.free());
  }

  /** Whether the queue is, with one task more, no longer than that. */
  private boolean isShorterThan(double tasks) {
    if (queue.sizeSeen() + 1 <= tasks) {
      return true;
    }
    queue.refresh();
    return queue.sizeSeen() + 1 <= tasks;
  }

  /** Up to how many waiting tasks there is room, and no wait that is felt. */
  private long sizeNow() {
    if (stalledNanos > CALM_NANOS_MAX) {
      return 0;
    }
    double most = settings.letsInWhatStartsSoon() ? CALM_NANOS_MAX / nanosPerTask - 1 : 0;
    return (long) Math.max(0, Math.min(Math.min(queueCapacity, CALM_SIZE_MAX), most));
  }

  /** Notes how long a task takes, over all workers. */
  void weighWait() {
    nanosPerTask =
        line.knowsServiceTimes()
            ? line.meanServiceNanos() / registry.asked()
            : Double.POSITIVE_INFINITY;
  }

  /** Looks whether tasks that wait are taken at all. */
  void look(long nowNanos) {
    if (nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    long head = queue.taken();
    if (head != stallHead || !stallWaited) {
      stallHead = head;
      stallNanos = nowNanos;
      stallWaited = !queue.isEmpty();
    }
    stalledNanos = nowNanos - stallNanos;
  }
}
