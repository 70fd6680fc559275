package dev.flyball.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What is known of the service time of one kind of task: the entry of the seed's hash table.
 *
 * <p>Two figures are kept. The <em>first</em> is the service time of the first task of the kind
 * that ended, and never changes again (Bahadur et al. 2022, section 3, Eq. 3). The <em>recent</em>
 * one is a decaying average with weight 1/8 for each new task, which follows a kind that grows
 * slower or faster, and forgets a first task that was slow because everything was cold.
 *
 * <p>Safe for any number of threads. Two workers that record into the same kind at the same moment
 * may lose one of the two samples of the recent average; none of the first. Every method is
 * wait-free.
 */
public final class KindProfile {

  /** The service time of a kind of which no task has ended yet. */
  public static final long UNKNOWN = -1;

  private static final int RECENT_SHIFT = 3;
  private static final VarHandle FIRST;
  private static final VarHandle RECENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(KindProfile.class, "firstNanos", long.class);
      RECENT = lookup.findVarHandle(KindProfile.class, "recentNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String kind;

  @SuppressWarnings({"FieldCanBeFinal", "UnusedVariable"}) // read and written through FIRST
  private long firstNanos = UNKNOWN;

  @SuppressWarnings({"FieldCanBeFinal", "UnusedVariable"}) // read and written through RECENT
  private long recentNanos = UNKNOWN;

  public KindProfile(String kind) {
    this.kind = kind;
  }

  /** Takes in the service time of one more task of this kind, in nanoseconds. */
  public void record(long serviceNanos) {
    long seen = Math.max(0, serviceNanos);
    long recent = (long) RECENT.getOpaque(this);
    if (recent == UNKNOWN) {
      RECENT.compareAndSet(this, UNKNOWN, seen);
      FIRST.compareAndSet(this, UNKNOWN, seen);
      return;
    }
    RECENT.setOpaque(this, recent + ((seen - recent) >> RECENT_SHIFT));
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
}
