package dev.flyball.pool.dispatch;

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
 * on its way, no worker is idle, and fewer exist than were asked for. In a prestarted pool each
 * worker asked for is hired with the size and stays; it is called like any other. A pool that may
 * overflow hires beyond the size, up to its own bound.
 *
 * <p><b>Napping poll.</b> Where the busy workers need less than a third of a microsecond per task,
 * one more awake worker only takes a processor from them. So a called worker that finds, on
 * arrival, that more tasks were taken since its call than wait now, takes none. It naps and polls
 * five thousand times a second while that goes on. While one worker polls, no other is called. If
 * the busy workers get stuck, the polling worker takes a task within one nap. When the last busy
 * worker parks, calling resumes.
 *
 * <p><b>Locking.</b> The dispatcher's lock guards everything. What {@link #wanted()}, {@link
 * #free()} and {@link #leaving()} return is published for threads without the lock.
 */
final class WorkerRegistry {

  /** Called idle workers that may be on their way at the same time. */
  private static final int CALLS_MAX = 1;

  /** A worker polls between naps only if at least so many tasks were taken between two polls. */
  private static final long POLLED_TASKS_MIN = 32;

  /** And only if the busy workers need less per task. */
  private static final long POLLED_TASK_NANOS_MAX = 300;

  private final Dispatcher dispatcher;
  private final TaskQueue queue;
  private final IdleSpin spin;
  private final boolean prestarted;
  private final int overflowMax;
  private final long idleNanosMax;

  final IdleStack idle = new IdleStack();
  final WorkerSet workerSet;
  private volatile int asked; // written under the lock
  private int called; // idle workers that were called and have not come back yet
  private int starting; // workers that were hired and have not come yet
  private int departing; // workers that will leave unless a task comes at the last moment
  private @Nullable Worker poller;
  private boolean shutDown;
  private boolean stopping;

  private volatile boolean wanted;
  private volatile int free;

  private volatile boolean leaving;

  WorkerRegistry(Dispatcher dispatcher, TaskQueue queue, IdleSpin spin, DispatchPlan plan) {
    this.dispatcher = dispatcher;
    this.queue = queue;
    this.spin = spin;
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
    free = Math.max(0, sizeMax() - busy());
    leaving = stopping || alive() > sizeMax();
    boolean mayBeCalled = called < CALLS_MAX;
    boolean mayBeHired = alive() - departing < sizeMax();
    wanted = !stopping && !isPolled() && (idle.size() > 0 ? mayBeCalled : mayBeHired);
  }

  private boolean isPolled() {
    return poller != null && busy() > 0;
  }

  int asked() {
    return asked;
  }

  /**
   * Changes the size asked for. A submitter that adds a task later sees that a worker may be hired.
   */
  void ask(int workers) {
    asked = workers;
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

  int busy() {
    return alive() - idle.size() - called - starting - (poller == null ? 0 : 1);
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
    if (stopping || isPolled() || queue.isEmpty()) {
      return null;
    }
    if (idle.size() > 0) {
      return mayCall() ? call(idle.pop()) : null;
    }
    if (alive() < sizeMax() && queue.size() > called + starting) {
      return hire();
    }
    return null;
  }

  /**
   * Like {@link #nextToLaunch()}, but returns null when memory is short: another try will follow.
   */
  @Nullable Worker nextIfAny() {
    try {
      return nextToLaunch();
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  /** Starting workers do not count here: they may take longer to arrive. */
  private boolean mayCall() {
    return called < CALLS_MAX;
  }

  private Worker hire() {
    Worker hired = workerSet.hire(dispatcher, System.nanoTime());
    hired.takenBefore = queue.takenByWorkers();
    hired.polledNanos = System.nanoTime();
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
      return; // another try will follow
    }
  }

  /**
   * The workers to launch after a change of size: some to leave, or some to take tasks that wait.
   */
  List<Worker> toLaunchAfterResize() {
    int kept = prestarted ? asked : sizeMax();
    ArrayList<Worker> launches = new ArrayList<>(idle.size());
    for (int excess = alive() - sizeMax(); excess > 0 && idle.size() > 0; excess--) {
      launches.add(call(idle.popOldest())); // it will find that it must leave
    }
    for (int excess = alive() - called - kept; excess > 0 && idle.size() > 0; excess--) {
      launches.add(call(idle.popOldest())); // kept no longer: its idle time begins
    }
    int hired = Math.min(queue.size(), Math.max(0, sizeMax() - alive()));
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
    if (worker.starting) {
      worker.starting = false;
      starting--;
      return false;
    }
    if (worker.called) {
      worker.called = false;
      called--;
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
    return stopping
        || alive() > sizeMax()
        || ((shutDown || (idledOut && !areKept())) && queue.isEmpty());
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
    if (!queue.isEmpty() && !stopping && alive() <= sizeMax()) {
      publish();
      return false;
    }
    worker.closeSensors();
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
    int others = busy() - 1; // this one counts as busy here
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
}
