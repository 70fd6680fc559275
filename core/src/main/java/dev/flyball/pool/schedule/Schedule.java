package dev.flyball.pool.schedule;

import dev.flyball.pool.base.SafeLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open tasks of a scheduled pool, and the timer of one thread that hands each to the pool when
 * it is due.
 *
 * <p>The timer is the JDK's, whose order, removal and arithmetic it uses; each entry is one
 * hand-over. A series is placed anew by the thread that ended its run.
 *
 * <p><b>States.</b> Running; shut down, from when on nothing new is taken, and which ends the timer
 * and the pool when nothing is left to be handed over; stopped, from when on nothing is placed.
 *
 * <p><b>Threads.</b> Any thread may call any method. One lock guards the open tasks, their places
 * and the state's changes. It is taken before the timer's own locks; neither a task nor the pool is
 * called with it held.
 */
public final class Schedule {

  /** 146 years; a longer delay could overtake the clock. */
  public static final long DELAY_NANOS_MAX = Long.MAX_VALUE >> 1;

  /** Time after which an idle timer thread ends. */
  private static final long TIMER_SECONDS = 1;

  private enum State {
    RUNNING,
    /** Takes nothing new; what may still run is placed and run. */
    SHUT_DOWN,
    /** Places nothing any more. */
    STOPPED
  }

  /** The way into a pool for a task that stands for one of another class. */
  @FunctionalInterface
  public interface Entry {

    /**
     * Submits one run of a task.
     *
     * @param type the class of what was scheduled, by which its service times are learnt
     * @param ended is called when the future has ended in whatever way, by the thread that ends it
     * @return the future, which leaves the pool's queue when it is cancelled
     */
    Future<?> submit(Class<?> type, Callable<Object> run, Consumer<Future<?>> ended);
  }

  /** The JDK's timer, but that what it has no thread for leaves it again. */
  private static final class Timer extends ScheduledThreadPoolExecutor {

    private @Nullable Runnable made; // guarded by the lock of the schedule

    Timer(ThreadFactory threads) {
      super(1, threads);
      setRemoveOnCancelPolicy(true);
      setKeepAliveTime(TIMER_SECONDS, TimeUnit.SECONDS);
      allowCoreThreadTimeOut(true);
    }

    @Override
    protected <V> RunnableScheduledFuture<V> decorateTask(
        Runnable task, RunnableScheduledFuture<V> entry) {
      made = entry;
      return entry;
    }

    /** The entry of a hand-over; called with the lock of the schedule held. */
    Future<?> placed(Runnable handOver, long delayNanos) {
      boolean isPlaced = false;
      try {
        Future<?> place = schedule(handOver, delayNanos, TimeUnit.NANOSECONDS);
        isPlaced = true;
        return place;
      } finally {
        Runnable entry = made;
        made = null;
        if (!isPlaced && entry != null) {
          remove(entry);
        }
      }
    }
  }

  private final ExecutorService pool;
  private final Entry entry;
  private final SafeLog log;
  private final Timer timer;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong skipped = new AtomicLong();

  // Written under lock; the volatile ones are read without it.

  private final Set<ScheduledTask<?>> open = new HashSet<>();
  private int placed; // open tasks that wait in the timer
  private int handedOver; // tasks that the timer is handing to the pool
  private int series; // open tasks that are series

  /** The timer's thread while it hands a task over; written by it. */
  private volatile @Nullable Thread handingOver;

  private volatile State state = State.RUNNING;
  private volatile boolean delayedAfterShutdown = true;
  private volatile boolean seriesAfterShutdown;

  /**
   * An empty schedule.
   *
   * @param pool runs what is due
   * @param entry hands it to the pool
   * @param name the pool's name, for the timer's thread
   */
  public Schedule(ExecutorService pool, Entry entry, String name, SafeLog log) {
    this(pool, entry, timerThreads(name), log);
  }

  Schedule(ExecutorService pool, Entry entry, ThreadFactory threads, SafeLog log) {
    this.pool = pool;
    this.entry = entry;
    this.log = log;
    this.timer = new Timer(threads);
  }

  /** Of the thread that schedules first nothing is inherited. */
  @SuppressWarnings("ThreadPriorityCheck") // back to normal, wherever it was inherited from
  private static ThreadFactory timerThreads(String pool) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return task -> {
      Thread thread = new Thread(null, task, pool + "-timer", 0, false);
      thread.setDaemon(false);
      thread.setPriority(Thread.NORM_PRIORITY);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }

  /**
   * Adds a task.
   *
   * @param scheduled what was scheduled
   * @param delayNanos the time until it is due, at most {@link #DELAY_NANOS_MAX}
   * @param periodNanos the time from start to start of a series; negative for that from end to
   *     start; 0 for a single run
   * @throws RejectedExecutionException after a shutdown, or when the timer cannot have a thread
   */
  public <V> ScheduledFuture<V> add(
      Callable<V> callable, Object scheduled, long delayNanos, long periodNanos) {
    ScheduledTask<V> task =
        new ScheduledTask<>(this, callable, scheduled, System.nanoTime() + delayNanos, periodNanos);
    Throwable failure = null;
    lock.lock();
    try {
      if (state == State.RUNNING) {
        placeLocked(task); // first: it throws when no thread can be had for the timer
        open.add(task);
        series += task.isPeriodic() ? 1 : 0;
        return task;
      }
    } catch (Throwable e) {
      giveUpPlaceLocked(task);
      failure = e;
    } finally {
      lock.unlock();
    }
    String why = failure == null ? "task rejected by " : "task could not be placed in ";
    throw new RejectedExecutionException(why + this + " of " + pool, failure);
  }

  /** Places a series' next run in the timer; false if it is to go no further. */
  boolean place(ScheduledTask<?> task) {
    lock.lock();
    try {
      boolean goesOn = mayRun(task) && open.contains(task) && !timer.isShutdown();
      if (goesOn) {
        placeLocked(task);
      }
      return goesOn;
    } finally {
      lock.unlock();
    }
  }

  private void placeLocked(ScheduledTask<?> task) {
    task.place = timer.placed(() -> handOver(task), task.delayNanos());
    placed++;
  }

  private void leavePlaceLocked(ScheduledTask<?> task) {
    if (task.place != null) {
      task.place = null;
      placed--;
    }
  }

  private void giveUpPlaceLocked(ScheduledTask<?> task) {
    Future<?> place = task.place;
    leavePlaceLocked(task);
    if (place != null) {
      place.cancel(false);
    }
  }

  /** For the timer's thread. */
  private void handOver(ScheduledTask<?> task) {
    boolean known;
    lock.lock();
    try {
      leavePlaceLocked(task);
      handedOver++;
      known = open.contains(task); // not one that ended meanwhile
    } finally {
      lock.unlock();
    }
    handingOver = Thread.currentThread();
    try {
      handOver(task, known);
    } finally {
      handingOver = null;
      boolean last;
      lock.lock();
      try {
        handedOver--;
        last = isLast();
      } finally {
        lock.unlock();
      }
      endIf(last);
    }
  }

  private void handOver(ScheduledTask<?> task, boolean known) {
    if (!known || !mayRun(task)) {
      task.cancel(false);
      return;
    }
    try {
      task.handOver(entry);
    } catch (Throwable e) {
      task.notRun(e);
    }
  }

  /** Whether the timer's thread calls this, in a task that the pool's rejection has it run. */
  @SuppressWarnings("ReferenceEquality") // this very thread
  public boolean handsOverHere() {
    return handingOver == Thread.currentThread();
  }

  /** Whether a task that is due may run: always before a shutdown. */
  boolean mayRun(ScheduledTask<?> task) {
    State now = state;
    return now == State.RUNNING
        || (now == State.SHUT_DOWN && (seriesAfterShutdown || !task.isPeriodic()));
  }

  boolean isStopped() {
    return state == State.STOPPED;
  }

  /** Counts a run that a series leaves out; false if it is to end instead. */
  boolean skips(Throwable why) {
    if (pool.isShutdown()) {
      return false; // nothing will ever take it
    }
    if (skipped.getAndIncrement() == 0) {
      log.log(System.Logger.Level.WARNING, "skipped a run of a series; more are only counted", why);
    }
    return true;
  }

  /** A task is done, failed or cancelled. */
  void ended(ScheduledTask<?> task) {
    boolean last;
    lock.lock();
    try {
      if (open.remove(task) && task.isPeriodic()) {
        series--;
      }
      giveUpPlaceLocked(task);
      last = isLast();
    } finally {
      lock.unlock();
    }
    endIf(last);
  }

  // ---- End

  public boolean delayedAfterShutdown() {
    return delayedAfterShutdown;
  }

  /** Whether single runs that are not due yet still run after a shutdown. */
  public void delayedAfterShutdown(boolean value) {
    delayedAfterShutdown = value;
    dropWhatMayNotRun();
  }

  public boolean seriesAfterShutdown() {
    return seriesAfterShutdown;
  }

  /** Whether series go on after a shutdown. */
  public void seriesAfterShutdown(boolean value) {
    seriesAfterShutdown = value;
    dropWhatMayNotRun();
  }

  /** Takes nothing more; the timer and the pool are shut down after the last hand-over. */
  public void shutdown() {
    lock.lock();
    try {
      if (state == State.RUNNING) {
        state = State.SHUT_DOWN;
      }
    } finally {
      lock.unlock();
    }
    dropWhatMayNotRun();
  }

  private void dropWhatMayNotRun() {
    List<ScheduledTask<?>> dropped = new ArrayList<>();
    boolean last;
    lock.lock();
    try {
      if (state == State.SHUT_DOWN) {
        open.stream().filter(task -> task.place != null && !goesOn(task)).forEach(dropped::add);
      }
      last = isLast();
    } finally {
      lock.unlock();
    }
    dropped.forEach(task -> task.cancel(false));
    endIf(last);
  }

  /** Whether a task that waits in the timer stays there after a shutdown; a due one does. */
  private boolean goesOn(ScheduledTask<?> task) {
    return task.isPeriodic() ? seriesAfterShutdown : delayedAfterShutdown || task.delayNanos() <= 0;
  }

  /**
   * Whether the pool has all that is ever handed to it. It is shut down then, and not with the last
   * task's end: a pool that can start no thread any more drops what waits only after its shutdown.
   */
  private boolean isLast() {
    boolean goesOn = series > 0 && seriesAfterShutdown;
    return state == State.SHUT_DOWN && placed == 0 && handedOver == 0 && !goesOn;
  }

  private void endIf(boolean last) {
    if (last) {
      timer.shutdown();
      pool.shutdown();
    }
  }

  /**
   * Ends the timer and stops the pool; hands back what waits here, by due time, and there. What the
   * timer has just taken out, to hand it over, it may drop without a word: that is cancelled.
   */
  public List<Runnable> stop() {
    List<Runnable> handedBack = new ArrayList<>();
    List<ScheduledTask<?>> dropped = new ArrayList<>();
    lock.lock();
    try {
      state = State.STOPPED;
      Set<Object> places = Collections.newSetFromMap(new IdentityHashMap<>());
      places.addAll(timer.shutdownNow());
      open.stream()
          .filter(task -> task.place != null)
          .sorted(Comparator.naturalOrder())
          .forEach(task -> {
            if (isIn(places, task.place)) {
              handedBack.add(task);
            } else {
              dropped.add(task);
            }
          });
    } finally {
      lock.unlock();
    }
    dropped.forEach(task -> task.cancel(false));
    pool.shutdownNow().forEach(task -> handedBack.add(ScheduledTask.itself(task)));
    return handedBack;
  }

  private static boolean isIn(Set<Object> places, @Nullable Object place) {
    return place != null && places.contains(place);
  }

  public boolean isShutdown() {
    return state != State.RUNNING;
  }

  /** Whether the timer and the pool have ended. */
  public boolean isTerminated() {
    return timer.isTerminated() && pool.isTerminated();
  }

  /** Waits for the end of both. */
  public boolean awaitTermination(long nanosMax) throws InterruptedException {
    long beganNanos = System.nanoTime();
    return pool.awaitTermination(nanosMax, TimeUnit.NANOSECONDS)
        && timer.awaitTermination(
            nanosMax - (System.nanoTime() - beganNanos), TimeUnit.NANOSECONDS);
  }

  // ---- Figures

  /** Runs that series left out because the pool did not take them. */
  public long skipped() {
    return skipped.get();
  }

  /** Tasks that have not ended: those that wait, and those that run. */
  public int size() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "schedule (%s) of %d tasks, %d runs skipped",
        state.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        size(),
        skipped());
  }
}
