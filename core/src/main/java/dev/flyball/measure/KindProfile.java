package dev.flyball.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What is known of the service time of one kind of task: the entry of the seed's hash table.
 *
 * <p>Three figures are kept. The <em>first</em> is the service time of the first task of the kind
 * that ended, and never changes again (Bahadur et al. 2022, section 3, Eq. 3). The <em>recent</em>
 * one is a decaying average with weight 1/8 for each new task, which follows a kind that grows
 * slower or faster, and forgets a first task that was slow because everything was cold. The
 * <em>reference</em> is the mean of the first {@value #REFERENCE_TASKS} tasks that ended (until
 * then, of those so far), and then stays as it is: the weight of a task of this kind in a sum of
 * work, for which work done at two times can be compared only if it does not move.
 *
 * <p><b>What a reference is worth.</b> It says how long a kind is beside the others, not how fast
 * it could be. Learned while everything was cold or overloaded, the references of all kinds are too
 * long by about the same factor: it cancels in whatever compares work with work, and a later
 * inflation of 0.5 means that the target is twice as fast as it was then, not that anything is
 * wrong. What does not cancel is a factor that the other kinds do not share: a kind that is first
 * seen in worse times than they weighs too much for good, and looks like a gain of speed whenever
 * its share of the tasks grows. Where service times vary widely, the first tasks to end are more of
 * the short ones than is their share, and a mean of {@value #REFERENCE_TASKS} is off by a tenth of
 * their standard deviation. All of that is constant over time, too.
 *
 * <p>Safe for any number of threads. Two workers that record into the same kind at the same moment
 * may lose one of the two samples of the recent average or of the reference; none of the first.
 * Count and sum of the reference share one word, which one exchange replaces; so its mean is always
 * that of so many tasks, and with the last one it is at once final. Once a first is seen, or {@link
 * #record} has returned, a recent and a reference are there. Every method is wait-free.
 */
public final class KindProfile {

  /** The service time of a kind of which no task has ended yet. */
  public static final long UNKNOWN = -1;

  /** How many tasks the reference is the mean of. */
  public static final int REFERENCE_TASKS = 100;

  private static final int RECENT_SHIFT = 3;
  private static final int TASKS_BITS = 7;
  private static final long TASKS_MASK = (1L << TASKS_BITS) - 1;

  /** Three days: a task longer than that counts as so long, or the sum would not fit. */
  private static final long REFERENCE_SAMPLE_NANOS_MAX = (1L << 48) - 1;

  private static final VarHandle FIRST;
  private static final VarHandle RECENT;
  private static final VarHandle REFERENCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(KindProfile.class, "firstNanos", long.class);
      RECENT = lookup.findVarHandle(KindProfile.class, "recentNanos", long.class);
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

  /**
   * The number of tasks, at most {@value #REFERENCE_TASKS}, in the low {@value #TASKS_BITS} bits;
   * above, the sum of their service times in nanoseconds.
   */
  @SuppressWarnings("unused") // through REFERENCE
  private long reference;

  public KindProfile(String kind) {
    this.kind = kind;
  }

  /** Takes in the service time of one more task of this kind, in nanoseconds. */
  public void record(long serviceNanos) {
    long seen = Math.max(0, serviceNanos);
    recordReference(seen);
    long recent = (long) RECENT.getOpaque(this);
    if (recent == UNKNOWN) {
      RECENT.compareAndSet(this, UNKNOWN, seen);
      FIRST.compareAndSet(this, UNKNOWN, seen);
      return;
    }
    RECENT.setOpaque(this, recent + ((seen - recent) >> RECENT_SHIFT));
  }

  /** One try: losing it means that another worker's sample got in, so there is one in any case. */
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
