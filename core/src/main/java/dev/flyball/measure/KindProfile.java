package dev.flyball.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The service time of one kind of task, as far as it is known: the entry of the seed's hash table.
 *
 * <p>It keeps three figures. The <em>first</em> is the service time of the kind's first completed
 * task and never changes (Bahadur et al. 2022, section 3, Eq. 3). The <em>recent</em> one is a
 * decaying average with weight 1/8 for each new task. It follows a kind that becomes slower or
 * faster, and forgets a first task that was slow because everything was cold. Beside it is kept the
 * decaying average of how far tasks are off it, with the same weight, as TCP does for round trips
 * (Jacobson 1988, "Congestion Avoidance and Control"). The <em>reference</em> is the mean of the
 * first {@value #REFERENCE_TASKS} completed tasks (until then, of those so far), and then stays as
 * it is. It is the weight of a task of this kind in a sum of work; work done at two times can be
 * compared only if this weight does not move.
 *
 * <p><b>What a reference is worth.</b> It says how long a kind is relative to other kinds, not how
 * fast it could be. If the references of all kinds were learned while everything was cold or
 * overloaded, they are too long by about the same factor. The factor cancels wherever work is
 * compared with work. A later inflation of 0.5 then means that the target is twice as fast as it
 * was, not that anything is wrong. A factor that the other kinds do not share does not cancel: a
 * kind first seen in worse times than the others keeps too large a weight, and looks like a gain of
 * speed whenever its share of the tasks grows. Where service times vary widely, short tasks are
 * over-represented among the first to end, and a mean of {@value #REFERENCE_TASKS} is off by a
 * tenth of their standard deviation. All of that is constant over time, too.
 *
 * <p>Safe for any number of threads. Two workers that record into the same kind at the same moment
 * may lose one of the two samples of the recent average or of the reference; none of the first.
 * Count and sum of the reference share one word, which one exchange replaces. So its mean always
 * belongs to its count, and it is final together with the last task. Once a first is seen, or
 * {@link #record} has returned, a recent and a reference exist. Every method is wait-free.
 */
public final class KindProfile {

  /** The service time of a kind without a completed task. */
  public static final long UNKNOWN = -1;

  /** The number of tasks in the mean that is the reference. */
  public static final int REFERENCE_TASKS = 100;

  /** So long a task is not slowed by clocking it. */
  private static final long LONG_NANOS = 100_000;

  private static final int RECENT_SHIFT = 3;
  private static final int TASKS_BITS = 7;
  private static final long TASKS_MASK = (1L << TASKS_BITS) - 1;

  /** Three days: a longer task counts as three days, or the sum would not fit. */
  private static final long REFERENCE_SAMPLE_NANOS_MAX = (1L << 48) - 1;

  private static final VarHandle FIRST;
  private static final VarHandle RECENT;
  private static final VarHandle DEVIATION;
  private static final VarHandle RECORDS;
  private static final VarHandle REFERENCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(KindProfile.class, "firstNanos", long.class);
      RECENT = lookup.findVarHandle(KindProfile.class, "recentNanos", long.class);
      DEVIATION = lookup.findVarHandle(KindProfile.class, "deviationNanos", long.class);
      RECORDS = lookup.findVarHandle(KindProfile.class, "records", int.class);
      REFERENCE = lookup.findVarHandle(KindProfile.class, "reference", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String kind;

  @SuppressWarnings({"FieldCanBeFinal", "UnusedVariable"}) // read and written through FIRST
  private long firstNanos = UNKNOWN;

  @SuppressWarnings({"FieldCanBeFinal", "UnusedVariable"}) // read and written through RECENT
  private long recentNanos = UNKNOWN;

  @SuppressWarnings("unused") // through DEVIATION
  private long deviationNanos;

  @SuppressWarnings("unused") // through RECORDS
  private int records;

  /**
   * The number of tasks, at most {@value #REFERENCE_TASKS}, in the low {@value #TASKS_BITS} bits;
   * above, the sum of their service times in nanoseconds.
   */
  @SuppressWarnings("unused") // through REFERENCE
  private long reference;

  /** Makes the profile of a kind without a completed task. */
  public KindProfile(String kind) {
    this.kind = kind;
  }

  /** Records the service time of one more task of this kind, in nanoseconds. */
  public void record(long serviceNanos) {
    long seen = Math.max(0, serviceNanos);
    RECORDS.setOpaque(this, (int) RECORDS.getOpaque(this) + 1);
    recordReference(seen);
    long recent = (long) RECENT.getOpaque(this);
    if (recent == UNKNOWN) {
      RECENT.compareAndSet(this, UNKNOWN, seen);
      FIRST.compareAndSet(this, UNKNOWN, seen);
      return;
    }
    RECENT.setOpaque(this, recent + ((seen - recent) >> RECENT_SHIFT));
    long deviation = (long) DEVIATION.getOpaque(this);
    DEVIATION.setOpaque(this, deviation + ((Math.abs(seen - recent) - deviation) >> RECENT_SHIFT));
  }

  /**
   * Tries once: if the exchange fails, another worker's sample was recorded, so there is one in any
   * case.
   */
  private void recordReference(long seenNanos) {
    long before = (long) REFERENCE.getOpaque(this);
    if (tasks(before) < REFERENCE_TASKS) {
      long sample = Math.min(seenNanos, REFERENCE_SAMPLE_NANOS_MAX);
      REFERENCE.compareAndSet(this, before, before + (sample << TASKS_BITS) + 1);
    }
  }

  /** The name of the kind. */
  public String kind() {
    return kind;
  }

  /** The service time of the first task, in nanoseconds, or {@link #UNKNOWN}. */
  public long firstNanos() {
    return (long) FIRST.getAcquire(this);
  }

  /** The decaying average of service times, in nanoseconds, or {@link #UNKNOWN}. */
  public long recentNanos() {
    return (long) RECENT.getAcquire(this);
  }

  /**
   * Whether a task takes so long, a tenth of a millisecond, that clocking it costs next to nothing;
   * true while nothing is known.
   */
  public boolean mayTakeLong() {
    long recent = (long) RECENT.getOpaque(this);
    return recent >= LONG_NANOS || recent == UNKNOWN;
  }

  /** A number that is another one once more tasks have been recorded. */
  public int records() {
    return (int) RECORDS.getOpaque(this);
  }

  /** The decaying average of how far service times are off {@link #recentNanos}, in nanoseconds. */
  public long deviationNanos() {
    return (long) DEVIATION.getOpaque(this);
  }

  /**
   * The mean service time of the first {@value #REFERENCE_TASKS} tasks, or of those so far, in
   * nanoseconds, or {@link #UNKNOWN}.
   */
  public long referenceNanos() {
    long gathered = (long) REFERENCE.getOpaque(this);
    long tasks = tasks(gathered);
    if (tasks == REFERENCE_TASKS) {
      return mean(gathered, REFERENCE_TASKS); // a division by a constant, which costs next to none
    }
    return tasks == 0 ? UNKNOWN : mean(gathered, tasks);
  }

  private static long tasks(long gathered) {
    return gathered & TASKS_MASK;
  }

  private static long mean(long gathered, long tasks) {
    return ((gathered >>> TASKS_BITS) + tasks / 2) / tasks;
  }
}
