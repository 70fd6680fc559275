package dev.flyball.pool.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a pool by what they are about, and the rule by which one is called or hired.
 *
 * <p>A worker that exists is starting (hired, its thread not yet at the queue), idle (parked in the
 * stack), called (taken off the stack, on its way), watching, or else busy.
 *
 * <p><b>Calling.</b> While one worker that was called is on its way no other is called; the one
 * that arrives takes a task, and when more wait calls the next before it runs its own. A burst thus
 * wakes workers one after the other, each by the one before. A worker is hired when a task waits
 * that nobody is on the way for, no worker is idle, and fewer exist than were asked for. A
 * prestarted pool differs, for the sake of the first task after a pause: each worker asked for is
 * hired with the size and stays, and every task that nobody is on the way for calls a worker of its
 * own; for where the processors are taken a chain of calls waits for a time slice at each of its
 * links. A pool that may overflow hires beyond the size, up to its own bound.
 *
 * <p><b>Watching.</b> Where tasks are so short that those at work need less than a third of a
 * microsecond for each, one more awake worker only takes their processor away. So a worker that was
 * called, and sees at its arrival that so many were taken since, and more than now wait, does not
 * take one. It naps, and looks again five thousand times a second while that goes on; as long as
 * one watches nobody is called. Should those at work get stuck, it takes a task within that time;
 * when the last of them lies down, somebody is called as ever.
 *
 * <p><b>Who may touch what.</b> Everything is guarded by the lock of the dispatcher. What {@link
 * #wanted()}, {@link #free()} and {@link #leaving()} say is published for whoever has no lock.
 */
final class WorkerRegistry {

  /** Idle workers that may be on their way to the queue at the same time, unless prestarted. */
  private static final int CALLS_MAX = 1;

  /** A worker watches only where at least so many tasks were taken between two looks. */
  private static final long POLLED_TASKS_MIN = 32;

  /** And where those at work need less for each. */
  private static final long POLLED_TASK_NANOS_MAX = 300;

  private final Dispatcher dispatcher;
  private final TaskQueue queue;
  private final IdleSpin spin;
  private final boolean prestarted;
  private final int overflowMax;
  private final long idleNanosMax;

  final IdleStack idle = new IdleStack();
  final WorkerSet workerSet;
  private int asked;
  private int called; // idle workers that were called and have not come back yet
  private int calledToLeave; // those of them that were called to leave
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

  // ---- What anybody may ask

  /** Whether each task is to find a worker of its own at once, ready before it comes. */
  boolean prestarted() {
    return prestarted;
  }

  /** Whether a task that waits may need a worker called or hired. */
  boolean wanted() {
    return wanted && !spin.isSpinning();
  }

  /** Workers that may still take a task at once: looking, idle, on their way, not hired yet. */
  int free() {
    return spin.isSpinning() ? free + 1 : free;
  }

  /** Whether a worker may have to leave although tasks wait. */
  boolean leaving() {
    return leaving;
  }

  // ---- Guarded by the lock

  /** Makes known what has changed; the last thing before the queue is looked at again. */
  void publish() {
    free = Math.max(0, sizeMax() - busy());
    leaving = stopping || alive() > sizeMax();
    boolean mayBeCalled = prestarted || called < CALLS_MAX; // tasks may come any moment
    boolean mayBeHired = alive() - departing < sizeMax();
    wanted = !stopping && !isPolled() && (idle.size() > 0 ? mayBeCalled : mayBeHired);
  }

  private boolean isPolled() {
    return poller != null && busy() > 0;
  }

  int asked() {
    return asked;
  }

  /** Asks for so many; whoever adds a task from then on sees whether one may be hired for it. */
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
   * The caller launches what it gets after it has let go of the lock.
   *
   * @throws OutOfMemoryError when there is none for a new one
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

  /** The same where no memory for one more worker is no reason to fail: another try will follow. */
  @Nullable Worker nextIfAny() {
    try {
      return nextToLaunch();
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  /** Those that are starting do not count here: they may be on their way for longer. */
  private boolean mayCall() {
    return prestarted ? queue.size() > called - calledToLeave : called < CALLS_MAX;
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

  /** Adds the workers to hire before any task needs them, where the pool is one that does so. */
  @SuppressWarnings("NonApiType") // for its capacity, which must be there before anybody is hired
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

  /** Those to launch after the size was changed: some to leave, or some to take what waits. */
  List<Worker> toLaunchAfterResize() {
    int kept = prestarted ? asked : sizeMax();
    ArrayList<Worker> launches = new ArrayList<>(idle.size());
    for (int excess = alive() - sizeMax(); excess > 0 && idle.size() > 0; excess--) {
      Worker leaver = call(idle.popOldest()); // it will find that it must leave
      leaver.leaving = true;
      calledToLeave++;
      launches.add(leaver);
    }
    for (int excess = alive() - called - kept; excess > 0 && idle.size() > 0; excess--) {
      launches.add(call(idle.popOldest())); // kept no longer: its idle time begins
    }
    int hired = Math.min(queue.size(), Math.max(0, sizeMax() - alive()));
    launches.ensureCapacity(launches.size() + idle.size() + hired); // before anybody is called
    for (Worker next = nextIfAny(); next != null; next = nextIfAny()) {
      launches.add(next);
    }
    addPrestarts(launches);
    publish();
    return launches;
  }

  /** Calls all who are idle, so that they look whether they have to go. */
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

  /** Counts a worker as arrived; true when nobody called it, so its idle time is over. */
  boolean comeBack(Worker worker) {
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
    return stopping
        || alive() > sizeMax()
        || ((shutDown || (idledOut && !areKept())) && queue.isEmpty());
  }

  /**
   * Has a worker leave that must; false when a task has come at the last moment, and it stays.
   * Whoever adds one from then on finds that a worker is to be hired, and sees to that himself; one
   * added before must not depend on a thread that may not start.
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
   * How long a worker that lies down may be idle, in nanoseconds. Those that are kept sleep until
   * they are called; where there come to be more than are kept, the others leave after their time.
   */
  long idleNanosMax() {
    return areKept() ? Long.MAX_VALUE : idleNanosMax;
  }

  /**
   * Whether a worker that was called, or has napped, watches from now on; if so it does.
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
    if (prestarted || poller != null || others == 0 || !drains || !tiny || mustLeave(false)) {
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
