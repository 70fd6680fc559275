package dev.flyball.pool.dispatch.queue;

import dev.flyball.admission.Arrival;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.PoolFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait, first in first out, each with its arrival and its kind.
 *
 * <p><b>Design.</b> A ring of three parallel arrays, so that a waiting task costs no object of its
 * own. Each task has a number; the tail is the number of the next task to be added, the head that
 * of the next to be taken. Where submitters say more of their tasks than the kind, there is a
 * {@link Label} in the kind's place. When a ring is full, the next ring begins with the next
 * number: of twice the length if tasks really fill the old one, of the first length if a large one
 * has become empty.
 *
 * <p><b>Threads.</b> Adding belongs to one thread at a time: a lock of the caller's guards it.
 * Taking needs no lock: the thread that advances the head by one owns that task, reads it, and then
 * frees its place by the one write that the adding thread checks before it writes there again. Head
 * and tail lie in cache lines of their own, and each side caches the other's last value, so that
 * two processors exchange a line once for many tasks, and not several times for each.
 *
 * <p><b>Guarantees.</b> Each task added is taken once, in the order of adding. What happens before
 * a task is added happens before it is taken. <b>Progress:</b> adding is wait-free except for the
 * memory of a new ring; taking is lock-free.
 */
public final class TaskQueue {

  private static final VarHandle FIRST;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle TASKS = MethodHandles.arrayElementVarHandle(Runnable[].class);

  static {
    try {
      FIRST = MethodHandles.lookup().findVarHandle(TaskQueue.class, "first", Ring.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int LENGTH_FIRST = 64;
  private static final int LENGTH_KEPT = 1 << 13;
  private static final int LENGTH_LAST = 1 << 20;

  // Places in ends, each in a cache line of its own but for what the same side uses.
  private static final int HEAD = 16;
  private static final int TAIL_SEEN = 17; // by takers; never more than the tail
  private static final int TAIL = 48;
  private static final int HEAD_SEEN = 49; // by the adding thread; never more than the head
  private static final int ENDS = 80;

  private final long[] ends = new long[ENDS];

  /** How many tasks were taken by others than workers. */
  private volatile long withdrawn;

  /** The ring that the head is in, or one before it. */
  private volatile Ring first = new Ring(LENGTH_FIRST);

  /** The ring that tasks are added to. */
  private Ring last = first;

  /** Up to which number there is to be room in the last ring. */
  private long reserved;

  /** So many places, and the numbers of the tasks that they are for. */
  private static final class Ring {
    private final @Nullable Runnable[] tasks;
    private final @Nullable Object[] labels; // a Label, or only a KindProfile
    private final long[] arrivalMarks;
    private final int mask;

    /** The number after the last one in this ring; set before that one is added to the next. */
    private volatile long end = Long.MAX_VALUE;

    private volatile @Nullable Ring next;

    private Ring(int length) {
      this.tasks = new Runnable[length];
      this.labels = new Object[length];
      this.arrivalMarks = new long[length];
      this.mask = length - 1;
    }

    private int length() {
      return tasks.length;
    }

    private int placeOf(long number) {
      return (int) number & mask;
    }

    private boolean isFree(int place) {
      return TASKS.getAcquire(tasks, place) == null;
    }

    private @Nullable Runnable taskOf(long number) {
      return tasks[placeOf(number)];
    }

    /** Moves the entry before {@code number} to that number's place. */
    private void moveTo(Ring ring, long number) {
      int from = placeOf(number - 1);
      int to = ring.placeOf(number);
      ring.tasks[to] = tasks[from];
      ring.labels[to] = labels[from];
      ring.arrivalMarks[to] = arrivalMarks[from];
      if (tasks[from] instanceof PoolFuture<?> future) {
        future.number = number;
      }
    }
  }

  // ---- Adding; guarded by the caller's lock

  public void add(Runnable task, KindProfile kind, long arrivalMark) {
    addLabelled(task, kind, arrivalMark);
  }

  /** The same for a task of which more is said. */
  public void add(Runnable task, Label label, long arrivalMark) {
    addLabelled(task, label, arrivalMark);
  }

  /** Adds one that was here before, with all that is known of it. */
  public void addAgain(Runnable task, TaskSlot its) {
    addLabelled(task, its.label(), its.arrivalMark);
  }

  @SuppressWarnings("ReferenceEquality") // the very one that was there before, mostly
  private void addLabelled(Runnable task, Object label, long mark) {
    long number = added();
    Ring ring = ringFor(number);
    int place = ring.placeOf(number);
    if (task instanceof PoolFuture<?> future) {
      future.number = number;
    }
    if (ring.labels[place] != label) { // a store costs more than a look: takers lose the cache line
      ring.labels[place] = label;
    }
    if (ring.arrivalMarks[place] != mark) {
      ring.arrivalMarks[place] = mark;
    }
    ring.tasks[place] = task;
    LONGS.setRelease(ends, TAIL, number + 1);
  }

  private void link(Ring after, long number) {
    last.next = after;
    last.end = number;
    last = after;
  }

  private Ring ringFor(long number) {
    Ring ring = last;
    boolean free = ring.isFree(ring.placeOf(number));
    boolean tooLarge = free && ring.length() > LENGTH_KEPT && number - reserved >= 0 && isEmpty();
    if (free && !tooLarge) {
      return ring;
    }
    Ring after;
    try {
      after = new Ring(tooLarge ? LENGTH_FIRST : lengthAfter(ring));
    } catch (OutOfMemoryError e) {
      if (free) {
        return ring;
      }
      throw e;
    }
    link(after, number);
    return after;
  }

  /** Makes room for so many tasks more, so that adding them needs no memory. */
  public void reserve(int tasks) {
    long tail = added();
    boolean fits = tasks <= last.length();
    for (long number = tail; fits && number < tail + tasks; number++) {
      fits = last.isFree(last.placeOf(number));
    }
    if (!fits) {
      int length = Math.max(LENGTH_FIRST, Integer.highestOneBit(Math.max(1, tasks - 1)) << 1);
      link(new Ring(length), tail);
    }
    reserved = tail + tasks;
  }

  /** Twice as long where tasks fill the ring, and not only one that is taken slowly. */
  private int lengthAfter(Ring ring) {
    boolean full = size() >= ring.length() / 2;
    return full ? Math.min(2 * ring.length(), LENGTH_LAST) : ring.length();
  }

  /** Has {@link #mayExceed} know what has been taken up to now. */
  public void refresh() {
    LONGS.set(ends, HEAD_SEEN, (long) LONGS.getVolatile(ends, HEAD));
  }

  /** How many tasks had been taken at the last {@link #refresh}. */
  public long headSeen() {
    return (long) LONGS.get(ends, HEAD_SEEN);
  }

  /** How many tasks wait, as far as was known at the last {@link #refresh}: not fewer do. */
  public long sizeSeen() {
    return added() - (long) LONGS.get(ends, HEAD_SEEN);
  }

  /** Whether more than so many tasks wait, as far as was known at the last {@link #refresh}. */
  public boolean mayExceed(long tasks) {
    return sizeSeen() > tasks;
  }

  /**
   * Takes the youngest entry of this very task out; false when it does not wait here. The others
   * keep their order. No thread may take meanwhile.
   *
   * @param into where it goes
   */
  @SuppressWarnings("ReferenceEquality") // this very task, not one that says it equals it
  public boolean remove(Runnable task, TaskSlot into) {
    long head = taken();
    for (long number = added() - 1; number >= head; number--) {
      Ring its = ringOf(number);
      if (its.taskOf(number) == task) {
        into.arrivalMark = its.arrivalMarks[its.placeOf(number)];
        into.number = number;
        for (long hole = number; hole > head; hole--) {
          ringOf(hole - 1).moveTo(ringOf(hole), hole);
        }
        Ring ring = ringOf(head);
        TASKS.setRelease(ring.tasks, ring.placeOf(head), null);
        LONGS.setVolatile(ends, HEAD, head + 1);
        return true;
      }
    }
    return false;
  }

  /**
   * Whether this very task waits at the place of that number. Where it does, it was not taken
   * before this call.
   *
   * @param into what is known of it
   */
  @SuppressWarnings("ReferenceEquality") // this very task, not one that says it equals it
  public boolean holds(Runnable task, long number, TaskSlot into) {
    return number < added() && peek(number, into) == task;
  }

  /**
   * Looks at the task of that number; null when it has been taken.
   *
   * @param number one that was added
   * @param into what is known of it
   */
  public @Nullable Runnable peek(long number, TaskSlot into) {
    if (number < taken()) {
      return null;
    }
    Runnable task = copied(ringOf(number), number, into);
    return number < taken() ? null : task;
  }

  /** How many tasks have been added so far; the number of the next one. */
  public long added() {
    return (long) LONGS.get(ends, TAIL);
  }

  private Ring ringOf(long number) {
    Ring ring = first;
    while (number >= ring.end) {
      ring = Objects.requireNonNull(ring.next, "next");
    }
    return ring;
  }

  // ---- Taking; any thread

  /** Takes the oldest task, and what is known of it into {@code into}; null when none waits. */
  public @Nullable Runnable poll(TaskSlot into) {
    while (true) {
      Ring ring = first;
      long number = (long) LONGS.getAcquire(ends, HEAD);
      if (number >= (long) LONGS.getAcquire(ends, TAIL_SEEN)) {
        long tail = (long) LONGS.getVolatile(ends, TAIL);
        if (number >= tail) {
          return null;
        }
        LONGS.setRelease(ends, TAIL_SEEN, tail);
      }
      if (number >= ring.end) {
        advanceFrom(ring);
      } else if (LONGS.compareAndSet(ends, HEAD, number, number + 1)) {
        return takenOut(ring, number, into);
      }
    }
  }

  private void advanceFrom(Ring ring) {
    Ring next = ring.next;
    if (next != null) {
      boolean unused = FIRST.compareAndSet(this, ring, next); // or another taker has done it
    }
  }

  /** Takes the oldest task for a thread that is no worker; guarded by the lock for adding. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under that lock only
  public @Nullable Runnable withdraw(TaskSlot into) {
    Runnable task = poll(into);
    if (task != null) {
      withdrawn++;
    }
    return task;
  }

  private static @Nullable Runnable takenOut(Ring ring, long number, TaskSlot into) {
    Runnable task = copied(ring, number, into);
    TASKS.setRelease(ring.tasks, ring.placeOf(number), null);
    return task;
  }

  @SuppressWarnings("ReferenceEquality") // the very one of the task before, mostly
  private static @Nullable Runnable copied(Ring ring, long number, TaskSlot into) {
    int place = ring.placeOf(number);
    Runnable task = ring.tasks[place];
    into.number = number;
    into.arrivalMark = ring.arrivalMarks[place];
    Object label = ring.labels[place];
    if (into.label != label) { // no call and few stores, so that workers have this compiled in
      into.label = label;
      into.deadlineNanos = label instanceof Label said ? said.deadlineNanos() : Arrival.NO_DEADLINE;
    }
    return task;
  }

  // ---- Any thread

  /**
   * Tasks that wait. The tail is read first: one that is added before the call, and not taken
   * before its end, is counted, but for those taken during it fewer may be than ever were.
   */
  public int size() {
    long tail = (long) LONGS.getVolatile(ends, TAIL);
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, tail - taken()));
  }

  public boolean isEmpty() {
    return size() == 0;
  }

  /** How many tasks have been taken so far. */
  public long taken() {
    return (long) LONGS.getVolatile(ends, HEAD);
  }

  /** How many of them workers have taken. */
  public long takenByWorkers() {
    return taken() - withdrawn;
  }
}
