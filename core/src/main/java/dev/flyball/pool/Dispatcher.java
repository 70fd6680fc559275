package dev.flyball.pool;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.Worker.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What brings the tasks and the workers of one pool together.
 *
 * <p><b>How is it designed, and why?</b> One lock guards one queue of tasks and one stack of idle
 * workers. That is the simplest design, and on few cores also a fast one, because what costs is not
 * the lock but waking workers. So workers are woken sparingly: while one that was called is on its
 * way to the queue no other is called; the one that arrives takes a task, and when more are waiting
 * calls the next before it runs its own. A burst thus wakes workers one after the other, each by
 * the one before.
 *
 * <p>A worker is hired when a task waits that nobody is on the way for, no worker is idle, and
 * fewer exist than were asked for. An idle worker ends after the idle time. Shrinking ends idle
 * workers at once, the longest idle first, and busy ones after their task; no running task is ever
 * interrupted by it.
 *
 * <p>A prestarted pool differs in three things, for the sake of the first task after a pause: each
 * worker asked for is hired with the size and stays; and every task that nobody is on the way for
 * calls a worker of its own, for where the processors are taken a chain of calls waits for a time
 * slice at each of its links. A pool that may overflow hires beyond the size, up to its own bound.
 *
 * <p><b>States:</b> RUNNING (takes and runs tasks) - SHUTDOWN (runs what waits, takes nothing) -
 * STOPPING (runs nothing more; what waited was handed back) - TIDYING (no worker exists and no task
 * waits; what was registered for the end runs) - TERMINATED. Each only moves to a later one.
 *
 * <p><b>Who may touch what.</b> All fields marked so are guarded by {@code lock}. No code of
 * anybody else (thread factories, handlers, tasks, actions at the end) is called with the lock
 * held.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. A task that was taken in is
 * polled exactly once, or drained, or withdrawn. While a task waits and a worker is idle or may be
 * hired, some worker is on its way to the queue; should a thread not start, the others' tasks are
 * tried again, and its submitter is told.
 */
final class Dispatcher {

  private static final System.Logger LOG = System.getLogger(AdaptivePool.class.getName());

  /** Idle workers that may be on their way to the queue at the same time, unless prestarted. */
  private static final int CALLS_MAX = 1;

  /** How often a start is tried again for tasks that would have no worker at all. */
  private static final int STARTS_MAX = 3;

  /** The states of a pool, in the order in which they follow. */
  enum State {
    RUNNING,
    SHUTDOWN,
    STOPPING,
    TIDYING,
    TERMINATED
  }

  private final String pool;
  private final ThreadFactory threads;
  private final int queueCapacity;
  private final long idleNanosMax;
  private final boolean measured;
  private final boolean prestarted;
  private final int overflowMax;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition terminated = lock.newCondition();
  private final Condition roomMade = lock.newCondition();

  // Guarded by lock.
  private final TaskQueue queue = new TaskQueue();
  private final IdleStack idle = new IdleStack();
  private final Roster roster;
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final List<Runnable> atTheEnd = new ArrayList<>();
  private int asked;
  private int called; // idle workers that were called and have not come back yet
  private int leaving; // those of them that were called to leave
  private int starting; // workers that were hired and have not come yet
  private int awaitingRoom; // submitters that wait in offer
  private long rejected;

  /** Written under lock; read without it where a stale answer does no harm. */
  private volatile State state = State.RUNNING;

  /** Told when a task has to wait for a worker. Written under lock, read and called without it. */
  private volatile Runnable shortage = () -> {};

  Dispatcher(PoolBuilder plan) {
    this.pool = plan.name;
    this.threads = plan.threads;
    this.queueCapacity = plan.queueCapacity;
    this.idleNanosMax = plan.idleNanosMax;
    this.measured = plan.measured;
    this.prestarted = plan.prestarted;
    this.overflowMax = plan.overflowMax;
    this.asked = plan.workers;
    this.roster = new Roster(System.nanoTime());
  }

  // ---- Tasks in

  /** Takes the task in; false when the pool is shut down or has no room. */
  boolean offer(Runnable task, KindProfile kind) {
    boolean takenIn;
    boolean isShort;
    Worker next = null;
    lock.lock();
    try {
      if (state != State.RUNNING) {
        return false;
      }
      takenIn = hasRoom();
      if (takenIn) {
        next = enqueue(task, kind);
      }
      isShort = !takenIn || isShort();
    } finally {
      lock.unlock();
    }
    launchFor(task, next);
    if (isShort) {
      shortage.run();
    }
    return takenIn;
  }

  /** Takes the task in as soon as there is room; false when it did not become so in time. */
  boolean offer(Runnable task, KindProfile kind, long waitNanosMax) throws InterruptedException {
    boolean isShort;
    Worker next;
    lock.lockInterruptibly();
    try {
      long leftNanos = waitNanosMax;
      awaitingRoom++;
      try {
        while (state == State.RUNNING && !hasRoom()) {
          if (leftNanos <= 0) {
            return false;
          }
          leftNanos = roomMade.awaitNanos(leftNanos);
        }
      } finally {
        awaitingRoom--;
      }
      if (state != State.RUNNING) {
        return false;
      }
      next = enqueue(task, kind);
      isShort = isShort();
    } finally {
      lock.unlock();
    }
    launchFor(task, next);
    if (isShort) {
      shortage.run();
    }
    return true;
  }

  /** Whether one more task may wait: tasks that a free worker is about to take do not count. */
  private boolean hasRoom() {
    return queue.size() < queueCapacity + (long) free();
  }

  /**
   * Whether a task has to wait for a worker to be done with another: more are queued than there are
   * workers that are free, on their way, or still to be hired.
   */
  private boolean isShort() {
    return queue.size() > free();
  }

  private int free() {
    return Math.max(0, workersMax() - busy());
  }

  /** The most workers that there may be now. */
  private int workersMax() {
    return Math.max(asked, overflowMax);
  }

  /** Registers who is told when a task has to wait for a worker; told at once if one does. */
  void onShortage(Runnable alarm) {
    boolean isShort;
    lock.lock();
    try {
      shortage = alarm;
      isShort = isShort();
    } finally {
      lock.unlock();
    }
    if (isShort) {
      alarm.run();
    }
  }

  private int busy() {
    return roster.alive() - idle.size() - called - starting;
  }

  private @Nullable Worker enqueue(Runnable task, KindProfile kind) {
    long arrivalStamp = stamp();
    queue.add(task, kind, arrivalStamp);
    if (measured) {
      arrivals.arrived(arrivalStamp, kind);
    }
    try {
      return nextToLaunch();
    } catch (OutOfMemoryError e) {
      if (queue.remove(task)) { // the submitter gets the error, so the task must not run
        arrivals.withdrawn(stamp());
      }
      throw e;
    }
  }

  /** Takes the task that has waited longest out of the queue of a running pool. */
  Optional<Runnable> withdrawOldest() {
    lock.lock();
    try {
      TaskSlot slot = new TaskSlot();
      if (state != State.RUNNING || !queue.poll(slot)) {
        return Optional.empty();
      }
      arrivals.withdrawn(stamp());
      signalRoom();
      return Optional.of(slot.task());
    } finally {
      lock.unlock();
    }
  }

  /** Counts a task that was turned away. */
  void countRejected() {
    lock.lock();
    try {
      rejected++;
    } finally {
      lock.unlock();
    }
  }

  /** Counts a task that was polled and then not started, because it had been cancelled. */
  void countWithdrawn() {
    lock.lock();
    try {
      arrivals.withdrawn(stamp());
    } finally {
      lock.unlock();
    }
  }

  private void signalRoom() {
    if (awaitingRoom > 0) {
      roomMade.signal();
    }
  }

  // ---- Workers called and hired

  /**
   * The worker to launch because a task waits: an idle one, now called, or a new one, now hired.
   *
   * <p>Precondition: the lock is held. Postcondition: a task that waits has a worker on its way, if
   * any is idle or may be hired. The caller launches what it gets after it has let go of the lock.
   */
  private @Nullable Worker nextToLaunch() {
    if (queue.isEmpty() || stopping()) {
      return null;
    }
    if (idle.size() > 0) {
      return mayCall() ? call(idle.pop()) : null;
    }
    if (roster.alive() < workersMax() && queue.size() > called + starting) {
      return hire();
    }
    return null;
  }

  /** Those that are starting do not count here: they may be on their way for longer. */
  private boolean mayCall() {
    return prestarted ? queue.size() > called - leaving : called < CALLS_MAX;
  }

  private Worker hire() {
    Worker hired = roster.hire(this, System.nanoTime());
    starting++;
    return hired;
  }

  /** The next worker to hire before any task needs it; null when there are enough. */
  private @Nullable Worker nextToPrestart() {
    boolean wanted = prestarted && state == State.RUNNING && roster.alive() < asked;
    try {
      return wanted ? hire() : null;
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  /** The same where no memory for one more worker is no reason to fail: another try will follow. */
  private @Nullable Worker nextIfAny() {
    try {
      return nextToLaunch();
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private Worker call(Worker worker) {
    worker.called = true;
    called++;
    return worker;
  }

  /** Wakes or starts a worker; what went wrong with a start, or null. Called without the lock. */
  private @Nullable Throwable launch(Worker worker) {
    Thread running = worker.thread;
    if (running != null) {
      LockSupport.unpark(running);
      return null;
    }
    try {
      Thread made = threads.newThread(worker);
      if (made == null || made.getState() != Thread.State.NEW) {
        throw new IllegalStateException(
            "the thread factory must make a thread that is not started but made " + made);
      }
      roster.note(made);
      worker.thread = made;
      made.start();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /** Launches a worker on behalf of a submitter, who is told when his task can have none. */
  private void launchFor(Runnable task, @Nullable Worker worker) {
    Throwable failure = worker == null ? null : launch(worker);
    if (worker != null && failure != null && notStarted(worker, failure, task)) {
      throw new RejectedExecutionException(
          "no worker could be started by pool '" + pool + "', which has none", failure);
    }
  }

  /** Launches a worker on nobody's behalf; one that does not start is counted out. */
  private void launchOrCountOut(Worker worker) {
    Throwable failure = launch(worker);
    if (failure != null) {
      notStarted(worker, failure, null);
    }
  }

  /**
   * Counts out a worker whose thread did not start. Where that leaves tasks and no worker, the
   * submitter's own task is taken out again, and for the tasks of others a start is tried again.
   *
   * @return whether the submitted task was taken out
   */
  private boolean notStarted(Worker worker, Throwable failure, @Nullable Runnable submitted) {
    boolean takenOut = false;
    Worker missing = worker;
    Throwable because = failure;
    for (int starts = 1; ; starts++) {
      Worker again;
      lock.lock();
      try {
        dismiss(missing);
        boolean stranded = roster.alive() == 0;
        if (stranded && !takenOut && submitted != null && queue.remove(submitted)) {
          arrivals.withdrawn(stamp());
          signalRoom();
          takenOut = true;
        }
        again = stranded && starts < STARTS_MAX ? nextIfAny() : null;
      } finally {
        lock.unlock();
      }
      LOG.log(System.Logger.Level.WARNING, "pool '" + pool + "' could not start a worker", because);
      Throwable next = again == null ? null : launch(again);
      if (again == null || next == null) {
        break;
      }
      missing = again;
      because = next;
    }
    dropWhatCannotRun();
    terminateWhenDone();
    return takenOut;
  }

  /** A pool that is shut down and can start nobody ends all the same; its tasks are cancelled. */
  private void dropWhatCannotRun() {
    List<Runnable> dropped;
    lock.lock();
    try {
      if (state != State.SHUTDOWN || roster.alive() > 0 || queue.isEmpty()) {
        return;
      }
      dropped = drain();
    } finally {
      lock.unlock();
    }
    LOG.log(
        System.Logger.Level.ERROR,
        "pool '" + pool + "' drops " + dropped.size() + " tasks: it can start no worker for them");
    for (Runnable task : dropped) {
      if (task instanceof Future<?> future) {
        future.cancel(false);
      }
    }
  }

  /** Removes a worker from every count it is in. The lock is held. */
  private void dismiss(Worker worker) {
    comeBack(worker);
    roster.dismiss(worker, System.nanoTime());
  }

  // ---- Tasks out

  /** Gives a worker its next task, waiting for one, or counts it out. Called by the worker. */
  Taken take(Worker worker) {
    Taken taken = Taken.TASK_AT_ONCE;
    while (true) {
      Worker next;
      boolean found;
      lock.lock();
      try {
        boolean idledOut = comeBack(worker);
        if (mustLeave(idledOut)) {
          taken = Taken.LEAVE;
          found = true;
        } else {
          found = queue.poll(worker.slot);
        }
        if (taken == Taken.LEAVE) {
          worker.closeSensors();
          dismiss(worker);
        }
        next = found ? nextIfAny() : null;
        if (!found && idledOut) {
          idle.pushOldest(worker);
        } else if (!found) {
          idle.push(worker);
        }
        signalRoom();
      } finally {
        lock.unlock();
      }
      if (next != null) {
        launchOrCountOut(next);
      }
      if (taken == Taken.LEAVE) {
        terminateWhenDone();
      }
      if (found) {
        return taken;
      }
      taken = Taken.TASK_AFTER_IDLING;
      worker.awaitCall(idleNanosMax);
    }
  }

  /** Counts a worker as arrived; true when nobody called it, so its idle time is over. */
  private boolean comeBack(Worker worker) {
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
        leaving--;
      }
      return false;
    }
    return idle.remove(worker);
  }

  private boolean mustLeave(boolean idledOut) {
    return stopping()
        || roster.alive() > workersMax()
        || (queue.isEmpty() && (state == State.SHUTDOWN || (idledOut && !isKept())));
  }

  /** Whether workers stay however long they are idle. */
  private boolean isKept() {
    return prestarted && roster.alive() <= asked;
  }

  /** Counts out a worker that dies in disorder, of an error outside of its task. */
  void lost(Worker worker) {
    Worker next;
    lock.lock();
    try {
      dismiss(worker);
      next = nextIfAny();
    } finally {
      lock.unlock();
    }
    if (next != null) {
      launchOrCountOut(next);
    }
    terminateWhenDone();
  }

  // ---- Size and end

  void resize(int workers) {
    List<Worker> launches = new ArrayList<>();
    lock.lock();
    try {
      asked = workers;
      int excess = roster.alive() - workersMax();
      for (; excess > 0 && idle.size() > 0; excess--) {
        Worker leaver = call(idle.popOldest()); // it will find that it must leave
        leaver.leaving = true;
        leaving++;
        launches.add(leaver);
      }
      for (Worker next = nextIfAny(); next != null; next = nextIfAny()) {
        launches.add(next);
      }
      addPrestarts(launches);
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
    launches.forEach(this::launchOrCountOut);
  }

  /** Starts the workers asked for, where the pool is one that does so before tasks need them. */
  void prestart() {
    List<Worker> launches = new ArrayList<>();
    lock.lock();
    try {
      addPrestarts(launches);
    } finally {
      lock.unlock();
    }
    launches.forEach(this::launchOrCountOut);
  }

  private void addPrestarts(List<Worker> launches) {
    for (Worker next = nextToPrestart(); next != null; next = nextToPrestart()) {
      launches.add(next);
    }
  }

  /** Takes nothing more; what waits is run. */
  void shutdown() {
    end(State.SHUTDOWN);
  }

  /** Takes nothing more, interrupts what runs, and hands back what waits. */
  List<Runnable> stop() {
    List<Runnable> handedBack = end(State.STOPPING);
    List<Worker> workers;
    lock.lock();
    try {
      workers = roster.workers();
    } finally {
      lock.unlock();
    }
    for (Worker worker : workers) {
      Thread thread = worker.thread;
      if (thread != null) {
        thread.interrupt();
      }
    }
    return handedBack;
  }

  private List<Runnable> end(State later) {
    List<Worker> launches = new ArrayList<>();
    List<Runnable> handedBack = List.of();
    lock.lock();
    try {
      if (state.compareTo(later) < 0) {
        state = later;
      }
      if (later == State.STOPPING) {
        handedBack = drain();
      }
      while (idle.size() > 0) {
        launches.add(call(idle.pop()));
      }
      Worker next = nextIfAny(); // for tasks that a failed start has left behind
      if (next != null) {
        launches.add(next);
      }
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
    launches.forEach(this::launchOrCountOut);
    terminateWhenDone();
    return handedBack;
  }

  private List<Runnable> drain() {
    List<Runnable> drained = queue.drain();
    for (int i = 0; i < drained.size(); i++) {
      arrivals.withdrawn(stamp());
    }
    return drained;
  }

  /** Ends the pool when nothing is left to be done; called without the lock. */
  private void terminateWhenDone() {
    List<Runnable> actions;
    lock.lock();
    try {
      boolean ending = state == State.SHUTDOWN || state == State.STOPPING;
      if (!ending || roster.alive() > 0 || !queue.isEmpty()) {
        return;
      }
      state = State.TIDYING;
      actions = List.copyOf(atTheEnd);
    } finally {
      lock.unlock();
    }
    actions.forEach(this::perform);
    lock.lock();
    try {
      state = State.TERMINATED;
      terminated.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void perform(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, "an action at the end of pool '" + pool + "' failed", e);
    }
  }

  /** Registers something to do before the pool has terminated; at once when it has. */
  void onTermination(Runnable action) {
    lock.lock();
    try {
      if (state.compareTo(State.TIDYING) < 0) {
        atTheEnd.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    perform(action);
  }

  boolean awaitTermination(long nanosMax) throws InterruptedException {
    long leftNanos = nanosMax;
    lock.lockInterruptibly();
    try {
      while (state != State.TERMINATED) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = terminated.awaitNanos(leftNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  State state() {
    return state;
  }

  boolean stopping() {
    return state.compareTo(State.STOPPING) >= 0;
  }

  // ---- Figures

  boolean measured() {
    return measured;
  }

  /** Whether the sensors of the processor's side apply: not to virtual threads. */
  boolean measuresProcessor() {
    return measured && !roster.virtual();
  }

  /** The clock's reading for the meters; 0 without sensors, so that the clock costs nothing. */
  long stamp() {
    return measured ? System.nanoTime() : 0;
  }

  /**
   * The dispatcher at one moment.
   *
   * @param state its state
   * @param asked workers asked for
   * @param alive workers that exist
   * @param largest the most workers that ever existed at one time
   * @param busy workers that are neither idle nor on their way to the queue
   * @param queued tasks that wait
   */
  record Standing(State state, int asked, int alive, int largest, int busy, int queued) {}

  Standing standing() {
    lock.lock();
    try {
      return new Standing(state, asked, roster.alive(), roster.largest(), busy(), queue.size());
    } finally {
      lock.unlock();
    }
  }

  /** The workers as they are now, with what those before them have counted and used. */
  Roster.Muster muster() {
    lock.lock();
    try {
      return roster.muster();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What was counted at the queue, at one moment.
   *
   * @param atNanos the moment
   * @param asked workers asked for
   * @param alive workers that exist
   * @param workerNanos the time that workers have existed, summed
   * @param rejected tasks turned away
   * @param arrivals a copy of what was counted
   */
  record Count(
      long atNanos, int asked, int alive, long workerNanos, long rejected, ArrivalMeter arrivals) {}

  Count count() {
    lock.lock();
    try {
      long nowNanos = System.nanoTime();
      return new Count(
          nowNanos, asked, roster.alive(), roster.workerNanos(nowNanos), rejected, arrivals.copy());
    } finally {
      lock.unlock();
    }
  }
}
