package dev.flyball.pool.dispatch;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.AdmissionSettings;
import dev.flyball.pool.dispatch.queue.CoarseClock;
import dev.flyball.pool.dispatch.queue.Label;
import org.jspecify.annotations.Nullable;

/**
 * The labels of tasks of which something is said and that come so densely that not each is clocked.
 *
 * <p>Not thread-safe: guarded by the lock of the submission queue.
 */
final class DenseLabels {

  /** No task's. */
  private static final Label NONE =
      new Label(new KindProfile(""), TaskOptions.NONE, Arrival.NO_DEADLINE, false);

  /** A moment earlier by so much will do for a deadline that is far off. */
  private static final long STAMP_NANOS = 1_000_000;

  private final AdmissionSettings settings;

  private long clockedNanos; // when the clock was read last
  private long stampNanos; // a moment before that, for the deadlines of tasks that come densely
  private Label shared = NONE; // of the last of those
  private long sharedTickNanos = CoarseClock.STOPPED; // of the coarse clock, when that was made

  DenseLabels(AdmissionSettings settings) {
    this.settings = settings;
    this.clockedNanos = System.nanoTime();
    this.stampNanos = clockedNanos;
  }

  /** When the clock was read last for a task. */
  long clockedNanos() {
    return clockedNanos;
  }

  /**
   * The label of a task that comes densely, whose deadline is far off or none; null for others. Its
   * deadline counts from a moment just before this one, which is the same for many tasks: a worker
   * that finds at a place of the queue what was there before need not have that fetched from
   * another processor.
   *
   * @param isInner whether a task of the same pool submits it, which no other may seem to be
   */
  @SuppressWarnings("ReferenceEquality") // the same as of the task before, mostly
  @Nullable Label shared(KindProfile kind, TaskOptions options, boolean isInner) {
    long tickNanos = CoarseClock.SHARED.nanos();
    Label last = shared;
    if (last.kind() == kind && last.options() == options && tickNanos == sharedTickNanos) {
      return isInner ? null : last;
    }
    return options.rank() || isInner ? null : newLabel(kind, options, tickNanos);
  }

  private @Nullable Label newLabel(KindProfile kind, TaskOptions options, long tickNanos) {
    long arrivedNanos = stampNanos;
    if (tickNanos == CoarseClock.STOPPED) {
      arrivedNanos = settings.countsFromArrival(options) ? System.nanoTime() : stampNanos;
    } else if (tickNanos - stampNanos > 0) {
      stampNanos = tickNanos;
      arrivedNanos = tickNanos;
    }
    long deadlineNanos = settings.deadlineNanos(options, arrivedNanos);
    if (deadlineNanos != Arrival.NO_DEADLINE
        && deadlineNanos - arrivedNanos < CalmGauge.FAR_NANOS) {
      return null;
    }
    Label made = new Label(kind, options, deadlineNanos, false);
    if (tickNanos != CoarseClock.STOPPED) {
      shared = made;
      sharedTickNanos = tickNanos;
    }
    return made;
  }

  /** The clock was read, for a task. */
  void clocked(long nowNanos) {
    clockedNanos = nowNanos;
    if (nowNanos - stampNanos >= STAMP_NANOS) {
      stampNanos = nowNanos;
      shared = NONE;
    }
  }
}
