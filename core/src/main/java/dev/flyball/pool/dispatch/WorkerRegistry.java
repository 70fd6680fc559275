package dev.flyball.pool.dispatch;

import dev.flyball.base.Workers;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.StartRetry;
import dev.flyball.pool.dispatch.queue.IdleSpin;
import dev.flyball.pool.dispatch.queue.TaskQueue;
import dev.flyball.pool.dispatch.queue.WaitingTask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a pool by their state, and the rule by which a worker is called or hired.
 *
 * <p>A worker is starting (hired, its thread not yet at the queue), idle (parked in the stack),
 * called (taken off the stack, on its way to the queue), polling between naps, or busy.
 *
 * <p><b>Calling.</b> While a called worker is on its way, no other is called. When it arrives it
 * takes a task; if more tasks wait, it calls the next worker before it runs its own. So a burst
 * wakes the workers one after the other. A worker is hired when a task waits for which no worker is
 * on its way, no worker is idle, fewer exist than were asked for, and not too many are starting. In
 * a prestarted pool each worker asked for is hired with the size, however many are starting, and
 * stays; it is called like any other. A pool that may overflow hires beyond the size, up to its own
 * bound.
 *
 * <p><b>Napping poll.</b> Where the busy workers need less than a third of a microsecond per task,
 * one more awake worker only takes a processor from them. So a called worker that finds, on
 * arrival, that more tasks were taken since its call than wait now, takes none. It naps and polls
 * five thousand times a second while that goes on. While one worker polls, no other is called. If
 * the busy workers get stuck, the polling worker takes a task within one nap. When the last busy
 * worker parks, calling resumes.
 *
 * <p><b>Places.</b> As many workers run tasks at a time as the size says: that many places there
 * are. A worker that waits for a task of its own pool lends its place meanwhile, so more workers
 * may exist than places. Such a wait begins with a task that is <i>handed over</i>: the awaited
 * one, out of its turn, or with the call of a worker for the head of the queue. When the awaited
 * task is done its place goes back at once; then one worker too many has a place, and the next one
 * that comes for a task lies down. So workers may be idle though tasks wait: all places are taken.
 * A place gets free when a worker begins to wait, is counted out, or the size grows, and each of
 * these looks after the queue. Workers beyond the size stay for the idle time, for the next such
 * wait. The counts are in {@link LentPlaces}.
 *
 * <p><b>Locking.</b> The dispatcher's lock guards everything. What {@link #wanted()}, {@link
 * #free()} and {@link #leaving()} return is published for threads without the lock.
 */
final class WorkerRegistry {

  /** Called idle workers that may be on their way at the same time. */
  private static final int CALLS_MAX = 1;

  /**
   * Threads that may be starting at the same time, where tasks have them started. Each that arrives
   * has the next one started, and meanwhile those at work end tasks, and take the next. Where more
   * start than processors run, they keep each other, and the tasks, from running: with twenty busy
   * neighbours a burst of a thousand tasks that wait took ten times as long.
   */
  private static final int STARTING_PER_PROCESSOR = 2;

  /**
   * Where none has been started for so long, the next task has one more started: those that were do
   * something long of their factory's first, or have died in it, and will never come.
   */
  private static final long STARTING_NANOS_MAX = 50_000_000;

  /** A worker polls between naps only if at least so many tasks were taken between two polls. */
  private static final long POLLED_TASKS_MIN = 32;

  /** And only if the busy workers need less per task. */
  private static final long POLLED_TASK_NANOS_MAX = 300;

  /** Threads beyond the size, for workers that wait for tasks of their own pool. */
  private static final int STAND_INS_PER_WORKER = 7;

  private static final int STAND_INS_MIN = 64;

  private final Dispatcher dispatcher;
  private final TaskQueue queue;
  private final IdleSpin spin;
  private final StartRetry retry; // for want of memory
  private final boolean prestarted;
  private final int startingMax =
      STARTING_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  private final int overflowMax;
  private final long idleNanosMax;

  final IdleStack idle = new IdleStack();
  final WorkerSet workerSet;
  final LentPlaces lent = new LentPlaces();
  private volatile int asked; // written under the lock
  private int called; // idle workers that were called and have not come back yet
  private int calledToLeave; // those of them that were called to leave
  private int starting; // workers that were hired and have not come yet
  private long hiredNanos; // when the last one was
  private int departing; // workers that will leave unless a task comes at the last moment
  private @Nullable Worker poller;
  private boolean shutDown;
  private boolean stopping;

  private volatile boolean wanted;
  private volatile int free;

  private volatile boolean leaving;

  WorkerRegistry(
      Dispatcher dispatcher, TaskQueue queue, IdleSpin spin, StartRetry retry, DispatchPlan plan) {
    this.dispatcher = dispatcher;
    this.queue = queue;
    this.spin = spin;
    this.retry = retry;
    this.prestarted = plan.prestarted();
    this.overflowMax = plan.overflowMax();
    this.idleNanosMax = plan.idleNanosMax();
    this.asked = plan.workers();
    this.workerSet = new WorkerSet(System.nanoTime());
    publish();
  }

  // ---- Readable without the lock

  /** Whether workers are started before tasks need them, one for each task that waits. */
  boolean prestarted() {
    return prestarted;
  }

  /** Whether a task that waits may need a worker called or hired. */
  boolean wanted() {
    return wanted && !spin.isSpinning();
  }

  /** Workers that can still take a task at once: spinning, idle, on their way, or not hired yet. */
  int free() {
    return spin.isSpinning() ? free + 1 : free;
  }

  /** Whether a worker may have to leave although tasks wait. */
  boolean leaving() {
    return leaving;
  }

  // ---- Guarded by the lock

  /** Publishes what has changed. The last step before the queue is re-checked. */
  void publish() {
    free = freeNow();
    leaving = stopping || active() > sizeMax() || alive() > aliveMax() || lent.hasHandedOver();
    leaving |= lent.suspects() > 0; // one of those may come
    wanted = !stopping && !isPolled() && (idle.size() > 0 ? mayCall() : mayHire());
  }

  private boolean isPolled() {
    return poller != null && running() > 0;
  }

  /** Whether one more worker may exist: there is a place for it, and a thread. */
  private boolean mayHire() {
    boolean hasPlace = alive() - departing - lent.places() < sizeMax() || active() == 0;
    return hasPlace && alive() < threadsMax();
  }

  /** Whether one more thread may be starting; those that arrive go on. */
  private boolean mayStart() {
    if (starting < startingMax) {
      return true;
    }
    if (System.nanoTime() - hiredNanos < STARTING_NANOS_MAX) {
      return false;
    }
    dismissLost();
    return true;
  }

  private int threadsMax() {
    long standIns = Math.max(STAND_INS_MIN, (long) STAND_INS_PER_WORKER * sizeMax());
    return (int) Math.min(Integer.MAX_VALUE, sizeMax() + standIns);
  }

  int asked() {
    return asked;
  }

  /** Whether nothing more is run. */
  boolean stopping() {
    return stopping;
  }

  /**
   * Changes the size asked for. A submitter that adds a task later sees that a worker may be hired.
   */
  void ask(int workers) {
    asked = workers;
    lent.forgetPeak();
    publish();
  }

  /** Says that no more tasks come, and, where {@code now}, that no more are run. */
  void shutDown(boolean now) {
    shutDown = true;
    stopping |= now;
  }

  int alive() {
    return workerSet.alive();
  }

  /** Workers that have a place and a task, or look for one. */
  int running() {
    return alive() - lent.places() - idle.size() - called - starting - (poller == null ? 0 : 1);
  }

  /**
   * Workers that have a place or are to get one: the running and those on their way. A worker that
   * waits for room in the queue keeps its place like any submitter that is held up; but where all
   * do, one more may run, or there would never be room.
   */
  private int active() {
    int all = alive() - lent.places() - idle.size() - calledToLeave - departing;
    int others = all - lent.roomWaits();
    return others == 0 ? 0 : Math.max(others, Math.min(all, sizeMax()));
  }

  /** Whether there is a place for a worker that has come back, or for one more. */
  boolean hasPlace(Worker worker) {
    return active() + (worker.idle ? 1 : 0) <= sizeMax();
  }

  /** The most workers that may exist; idle ones that have stood in for others among them. */
  private int aliveMax() {
    return Workers.sum(sizeMax(), lent.roomWaits() + lent.placesPeak());
  }

  /** The most workers that there may be now. */
  int sizeMax() {
    return Math.max(asked, overflowMax);
  }

  /**
   * The worker to launch because a task waits: an idle one, now called, or a new one, now hired.
   * The caller launches it after unlocking.
   *
   * @throws OutOfMemoryError when there is no memory for a new one
   */
  @Nullable Worker nextToLaunch() {
    if (lacksStandIn()) {
      return standIn(); // a worker that was to take what is handed over was lost
    }
    if (stopping || isPolled() || queue.isEmpty()) {
      return null;
    }
    if (idle.size() > 0) {
      return mayCall() ? call(idle.pop()) : null;
    }
    if (mayHire() && queue.size() > called + starting && mayStart()) {
      return hire();
    }
    return null;
  }

  /** Like {@link #nextToLaunch()}, but returns null and plans a retry when memory is short. */
  @Nullable Worker nextIfAny() {
    try {
      return nextToLaunch();
    } catch (OutOfMemoryError e) {
      retry.plan();
      return null;
    }
  }

  /** Starting workers do not count here: they may take longer to arrive. */
  private boolean mayCall() {
    return active() < sizeMax() && called < CALLS_MAX;
  }

  /** Counts out the workers whose threads have ended before they came to the pool. */
  void dismissLost() {
    for (Worker worker : workerSet.workers()) {
      if (worker.starting && worker.hasEnded()) {
        dismiss(worker);
      }
    }
  }

  private Worker hire() {
    Worker hired = workerSet.hire(dispatcher, System.nanoTime());
    hired.takenBefore = queue.takenByWorkers();
    hired.polledNanos = System.nanoTime();
    hiredNanos = hired.polledNanos;
    starting++;
    publish();
    return hired;
  }

  private Worker call(Worker worker) {
    worker.called = true;
    worker.takenBefore = queue.takenByWorkers();
    worker.polledNanos = System.nanoTime();
    called++;
    publish();
    return worker;
  }

  /** Hires and adds the workers that a prestarted pool lacks. */
  @SuppressWarnings("NonApiType") // for its capacity, which must be there before a worker is hired
  void addPrestarts(ArrayList<Worker> launches) {
    try {
      while (prestarted && !shutDown && alive() < asked) {
        launches.ensureCapacity(launches.size() + 1);
        launches.add(hire());
      }
    } catch (OutOfMemoryError e) {
      retry.plan();
    }
  }

  /**
   * The workers to launch after a change of size: some to leave, or some to take tasks that wait.
   */
  List<Worker> toLaunchAfterResize() {
    int kept = lent.places() + (prestarted ? asked : sizeMax());
    ArrayList<Worker> launches = new ArrayList<>(idle.size());
    int tooMany = alive() - aliveMax() - calledToLeave;
    for (int excess = tooMany; excess > 0 && idle.size() > 0; excess--) {
      Worker leaver = call(idle.popOldest()); // it will find that it must leave
      leaver.leaving = true;
      calledToLeave++;
      launches.add(leaver);
    }
    for (int excess = alive() - called - kept; excess > 0 && idle.size() > 0; excess--) {
      launches.add(call(idle.popOldest())); // kept no longer: its idle time begins
    }
    int hired = Math.min(queue.size(), Math.max(0, sizeMax() + lent.places() - alive()));
    launches.ensureCapacity(launches.size() + idle.size() + hired); // before a worker is called
    for (Worker next = nextIfAny(); next != null; next = nextIfAny()) {
      launches.add(next);
    }
    addPrestarts(launches);
    publish();
    return launches;
  }

  /** Calls all idle workers, so that they check whether they have to leave. */
  List<Worker> callAll() {
    List<Worker> launches = new ArrayList<>(idle.size() + 1);
    while (idle.size() > 0) {
      launches.add(call(idle.pop()));
    }
    Worker next = nextIfAny(); // for tasks that a failed start has left behind
    if (next != null) {
      launches.add(next);
    }
    publish();
    return launches;
  }

  /** Counts a worker as arrived; true when no call woke it, so its idle time is over. */
  boolean comeBack(Worker worker) {
    lent.resumes(worker);
    long unused = lent.takePausedNanos(worker); // of no task
    if (worker.starting) {
      worker.starting = false;
      starting--;
      return false;
    }
    if (worker.called) {
      worker.called = false;
      called--;
      if (worker.leaving) {
        worker.leaving = false;
        calledToLeave--;
      }
      return false;
    }
    if (poller == worker) {
      poller = null;
      return false;
    }
    return idle.remove(worker);
  }

  /** Puts a worker among the idle ones. */
  void lieDown(Worker worker, boolean idledOut) {
    if (idledOut) {
      idle.pushOldest(worker);
    } else {
      idle.push(worker);
    }
    publish();
  }

  /** Removes a worker from every count it is in. */
  void dismiss(Worker worker) {
    comeBack(worker);
    worker.dismissed = true;
    workerSet.dismiss(worker, System.nanoTime());
    publish();
  }

  /**
   * Whether a worker that has come back must leave.
   *
   * @param idledOut whether it has been idle for as long as one may be
   */
  boolean mustLeave(boolean idledOut) {
    boolean isOver = shutDown || (idledOut && !areKept());
    return stopping
        || alive() > aliveMax()
        || (isOver && (queue.isEmpty() || active() > sizeMax()));
  }

  /**
   * Removes a worker that must leave; false when a task has come at the last moment, and the worker
   * stays. A submitter that adds a task later sees that a worker is to be hired and hires it; a
   * task added before must not depend on a thread that may not start.
   */
  boolean leave(Worker worker) {
    departing++;
    publish();
    departing--;
    if (!queue.isEmpty() && !stopping && active() <= sizeMax() && alive() <= aliveMax()) {
      publish();
      return false;
    }
    worker.closeSensors();
    lent.lowerPeak();
    dismiss(worker);
    return true;
  }

  /** Whether workers stay however long they are idle. */
  private boolean areKept() {
    return prestarted && alive() <= asked;
  }

  /**
   * How long a worker that parks may be idle, in nanoseconds. Workers that are kept sleep until
   * they are called; where more exist than are kept, the others leave after the idle time.
   */
  long idleNanosMax() {
    return areKept() ? Long.MAX_VALUE : idleNanosMax;
  }

  /**
   * Whether a worker that was called, or has napped, polls between naps from now on; if so, records
   * that it does.
   *
   * @param nowNanos the clock's reading
   */
  boolean startsPolling(Worker worker, long nowNanos) {
    long taken = queue.takenByWorkers();
    long takenSince = taken - worker.takenBefore;
    long passedNanos = nowNanos - worker.polledNanos;
    int others = running() - 1; // this one counts as running here
    boolean drains = takenSince >= Math.max(POLLED_TASKS_MIN, queue.size());
    boolean tiny = takenSince * POLLED_TASK_NANOS_MAX >= passedNanos * others;
    if (poller != null || others == 0 || !drains || !tiny || mustLeave(false)) {
      return false;
    }
    worker.takenBefore = taken;
    worker.polledNanos = nowNanos;
    poller = worker;
    publish();
    return true;
  }

  @Nullable Worker poller() {
    return poller;
  }

  // ---- Waits for tasks of this pool; guarded by the lock as well

  /** Whether no worker is left but those that wait for tasks of this pool, or seem to. */
  boolean allWait() {
    return !stopping && alive() == lent.places();
  }

  /** A worker begins to wait for room in the queue; it keeps its place. */
  void beginsRoomWait() {
    lent.beginsRoomWait();
    publish();
  }

  /** It waits no more. */
  void endsRoomWait() {
    lent.endsRoomWait();
    publish();
  }

  /**
   * Hands over tasks for which there is room, the last one first, and calls or hires a worker for
   * each place that is lent. The list has room for the workers.
   */
  void handOver(List<WaitingTask> tasks, int places, List<Worker> launches) {
    for (WaitingTask task : tasks) {
      lent.handOver(task); // children of the youngest first, or all parents would begin
    }
    try {
      for (int i = 0; i < places && lacksComer(); i++) {
        launches.add(standIn());
      }
    } catch (OutOfMemoryError e) {
      // those that come take the rest
    }
    publish();
  }

  /** Whether a worker is in a task, so far as the pool sees. */
  boolean isInTask(Worker worker) {
    return !worker.idle && !worker.isExpected() && worker != poller && !worker.waits();
  }

  /** Tasks that workers reach at once who are there or on their way, from the queue's head on. */
  int reached() {
    return Math.min(freeNow(), idle.size() + called + starting) + (spin.isSpinning() ? 1 : 0);
  }

  private int freeNow() {
    int least = lent.roomWaits() > 0 && running() == lent.roomWaits() ? 1 : 0;
    return Math.max(least, sizeMax() - running() - lent.handedOver());
  }

  /** So many workers have their places back. */
  void giveBack(int places) {
    lent.giveBack(places);
    publish();
  }

  /** Whether a worker can be had for a task that is handed over. */
  boolean hasStandIn() {
    return !stopping && (idle.size() > 0 || alive() < threadsMax());
  }

  /**
   * Whether a worker is to be called or hired for what is handed over. None is while as many run as
   * there are places: mostly one of those has lost its place to a worker whose wait is over, comes
   * for its next task, and takes this one. Another thread would then be one too many. Where it does
   * not come, {@link #standInFor} is asked.
   */
  private boolean lacksStandIn() {
    return active() < sizeMax() && lacksComer();
  }

  /** Whether more is handed over than workers are on their way, and one may be sent. */
  private boolean lacksComer() {
    boolean isToCome = lent.handedOver() > called + starting && hasStandIn();
    return isToCome && (idle.size() > 0 || mayStart());
  }

  /**
   * The worker to launch for a future that was handed over a while ago; null where a worker has
   * taken it or is on its way, or none is to be had.
   *
   * @throws OutOfMemoryError when there is no memory for one
   */
  @Nullable Worker standInFor(PoolFuture<?> future) {
    return lacksComer() && lent.find(future) != null ? standIn() : null;
  }

  /**
   * Hands over a task, which the first worker takes that comes; the worker to launch for it, null
   * where one comes anyway.
   *
   * @throws OutOfMemoryError when there is no memory for one; the task is not handed over then
   */
  @Nullable Worker handOver(WaitingTask task) {
    lent.handOver(task);
    boolean done = false;
    try {
      Worker standIn = lacksStandIn() ? standIn() : null;
      done = true;
      return standIn;
    } finally {
      if (!done) {
        boolean unused = lent.takeBack(task);
      }
      publish();
    }
  }

  private Worker standIn() {
    return idle.size() > 0 ? call(idle.pop()) : hire();
  }

  /** Takes a task back that was handed over; false when a worker has taken it. */
  boolean takeBack(WaitingTask task) {
    boolean here = lent.takeBack(task);
    publish();
    return here;
  }

  /** Takes a future back that was handed over; null when it was not, or a worker has taken it. */
  @Nullable WaitingTask takeBack(PoolFuture<?> future) {
    WaitingTask its = lent.find(future);
    if (its != null) {
      boolean unused = takeBack(its);
    }
    return its;
  }
}
