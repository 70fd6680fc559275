package dev.flyball.pool.dispatch;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.SafeLog;
import dev.flyball.pool.base.ShortageAlarm;
import dev.flyball.pool.base.State;
import dev.flyball.pool.base.TaskSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What brings the tasks and the workers of one pool together.
 *
 * <p><b>How is it designed, and why?</b> What costs on few cores is waking workers, and next to it
 * two processors that write to one cache line. So tasks go through a ring whose two ends share
 * nothing but the tasks ({@link TaskQueue}): whoever submits holds a lock of the submission queue's
 * for a few stores ({@link SubmissionQueue}), a worker takes without any lock, and the workers' own
 * lock, here, is only needed when one of them is called, hired, lies down or leaves ({@link
 * WorkerRegistry}). A busy worker and a submitter exchange a cache line now and then, and otherwise
 * do not meet. Workers are woken sparingly; by which rule is told at {@code WorkerRegistry}, and
 * when one looks again before it lies down at {@link IdleSpin}.
 *
 * <p><b>No call is lost.</b> Whoever submits first adds the task and then asks whether a worker is
 * wanted; a worker first says that it lies down, watches no more or looks no more, which makes one
 * wanted, and then looks at the queue once more. Between the two of each lies a volatile write (the
 * submitter's is the submission queue's lock let go, the worker's is what it says), so at least one
 * of the two sees the other.
 *
 * <p><b>States:</b> those of {@link State}; no worker exists from TIDYING on. The state changes
 * before the submission queue is closed, and nothing ends before it is, so none can come in after
 * the end. An idle worker ends after the idle time. Shrinking ends idle workers at once, the
 * longest idle first, and busy ones after their task; no running task is ever interrupted by it.
 *
 * <p><b>Who may touch what.</b> The registry is guarded by {@code lock}, which the {@link
 * WorkerStarter} takes as well. The submission queue's lock may be taken while this one is held,
 * and this one while that of the {@link Lifecycle} is, never the other way round. No code of
 * anybody else (thread factories, handlers, tasks, actions at the end) is called with a lock held.
 *
 * <p><b>Guarantees.</b> Tasks start in the order of their arrival. A task that was taken in is
 * polled exactly once, or drained, or withdrawn. One is turned away for want of room only where at
 * one moment as many waited as may, beside those for which a worker was free. While a task waits
 * and a worker is idle or may be hired, some worker is on its way to the queue or watches it; what
 * becomes of tasks where a thread does not start is told at {@link WorkerStarter}. <b>Progress:</b>
 * a submitter may have to wait for another one that lost its processor inside the submission queue,
 * and where there is no room for a worker that lost it while it took a task; a busy worker waits
 * for nobody.
 */
public final class Dispatcher implements TaskSink {

  /** How long a worker that watches naps between two looks. */
  private static final long NAP_NANOS = 200_000;

  /** How long a submitter rests while a worker takes what it has seen. */
  private static final long TAKING_NANOS = 1_000;

  private final boolean measured;
  private final TaskQueue queue = new TaskQueue();
  private final IdleSpin spin = new IdleSpin(queue);
  private final SubmissionQueue submissions;
  private final ReentrantLock lock = new ReentrantLock();
  private final WorkerRegistry registry; // guarded by lock
  private final Lifecycle life;
  private final WorkerStarter starter;
  private final BooleanSupplier done = this::isDone;

  /** Told when a task has to wait for a worker; called without a lock. */
  private volatile @Nullable Runnable shortage;

  /**
   * Brings together the tasks and the workers of a pool.
   *
   * @param log where its messages go
   * @param life the pool's, which is to be ended through this
   */
  public Dispatcher(DispatchPlan plan, SafeLog log, Lifecycle life) {
    this.measured = plan.measured();
    this.registry = new WorkerRegistry(this, queue, spin, plan);
    this.submissions = new SubmissionQueue(queue, registry, plan);
    this.life = life;
    this.starter = new WorkerStarter(plan, log, lock, registry, submissions, queue, life, done);
  }

  // ---- Tasks in

  @Override
  public boolean offer(Runnable task, KindProfile kind) {
    SubmissionQueue.Answer answer = submissions.offer(task, kind);
    return followUp(
        answer == SubmissionQueue.Answer.NO_ROOM ? offerAgain(task, kind) : answer, task);
  }

  @Override
  public boolean offer(Runnable task, KindProfile kind, long waitNanosMax)
      throws InterruptedException {
    SubmissionQueue.Answer answer = submissions.offerAndWait(task, kind, waitNanosMax);
    return followUp(
        answer == SubmissionQueue.Answer.NO_ROOM ? offerAgain(task, kind) : answer, task);
  }

  /**
   * Offers a task that had no room while no worker is between saying that it is not free any more
   * and taking its own: such a one counts twice, by itself and by the task that still waits. Those
   * that come from their sleep do both under the lock, one that has looked does it without.
   */
  private SubmissionQueue.Answer offerAgain(Runnable task, KindProfile kind) {
    while (true) {
      int before = spin.state();
      if (IdleSpin.isTaking(before)) {
        LockSupport.parkNanos(this, TAKING_NANOS); // without the lock: others may need it
        continue;
      }
      SubmissionQueue.Answer answer = offerUnderLock(task, kind);
      if (answer != SubmissionQueue.Answer.NO_ROOM || IdleSpin.isSameTurn(before, spin.state())) {
        return answer;
      }
    }
  }

  private SubmissionQueue.Answer offerUnderLock(Runnable task, KindProfile kind) {
    lock.lock();
    try {
      return submissions.offer(task, kind);
    } finally {
      lock.unlock();
    }
  }

  private boolean followUp(SubmissionQueue.Answer answer, Runnable task) {
    boolean taken =
        answer == SubmissionQueue.Answer.TAKEN || answer == SubmissionQueue.Answer.TAKEN_SHORT;
    if (taken && registry.wanted()) {
      starter.launchFor(task);
    }
    Runnable alarm = shortage;
    if (alarm != null
        && (answer == SubmissionQueue.Answer.TAKEN_SHORT
            || answer == SubmissionQueue.Answer.NO_ROOM)) {
      alarm.run();
    }
    return taken;
  }

  /** Registers who is told when a task has to wait for a worker; told at once if one does. */
  public void onShortage(ShortageAlarm alarm) {
    shortage = alarm;
    submissions.reportShortages();
    if (queue.size() > registry.free()) {
      alarm.run();
    }
  }

  @Override
  public Optional<Runnable> withdrawOldest() {
    return Optional.ofNullable(submissions.withdrawOldest());
  }

  @Override
  public void countRejected() {
    submissions.countRejected();
  }

  /** Counts a task that was polled and then not started, because it had been cancelled. */
  void countWithdrawn(long arrivalMark) {
    submissions.countWithdrawn(arrivalMark);
  }

  // ---- Tasks out

  /** Whether a worker that comes for the first time is still counted on. */
  boolean admits(Worker worker) {
    lock.lock();
    try {
      return !worker.dismissed;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a worker its next task, waiting for one, or null when it must end. */
  @Nullable Runnable take(Worker worker) {
    if (!worker.isExpected() && !registry.leaving()) {
      Runnable task = queue.poll(worker.slot);
      if (task != null) {
        submissions.roomMade();
        return task;
      }
      worker.rests();
      task = spin(worker);
      if (task != null) {
        return task;
      }
    }
    worker.rests();
    return takeOrWait(worker);
  }

  /** Looks for a task once more, for a short while, and sees to those that came meanwhile. */
  private @Nullable Runnable spin(Worker worker) {
    if (registry.prestarted()) {
      return null;
    }
    worker.spins = worker.cameInDenseStream() ? spin.batchSpin() : spin.spin();
    if (!worker.spins) {
      return null;
    }
    Runnable task = spin.take(worker.slot);
    worker.spins = task == null;
    if (task != null) {
      submissions.roomMade();
      if (registry.wanted() && !queue.isEmpty()) {
        starter.launchNext();
      }
    }
    return task;
  }

  private @Nullable Runnable takeOrWait(Worker worker) {
    while (true) {
      Runnable task;
      Worker next;
      boolean naps = false;
      boolean leaves;
      long idleNanosMax;
      lock.lock();
      try {
        task = worker.spins ? endSpin(worker) : null;
        if (task == null) {
          boolean looks = worker.isExpected() || registry.poller() == worker;
          boolean idledOut = registry.comeBack(worker);
          naps = looks && registry.startsPolling(worker, System.nanoTime());
          task = naps ? null : settle(worker, idledOut);
        }
        leaves = task == null && !naps && !worker.idle;
        next = task != null || leaves ? registry.nextIfAny() : null;
        idleNanosMax = registry.idleNanosMax();
      } finally {
        lock.unlock();
      }
      submissions.roomMade();
      if (next != null) {
        starter.launch(next);
      }
      if (leaves) {
        life.terminateIf(done);
      }
      if (task != null || leaves) {
        return task;
      }
      if (naps) {
        LockSupport.parkNanos(this, NAP_NANOS);
      } else {
        worker.awaitCall(idleNanosMax);
      }
    }
  }

  /** Ends a worker's spin, and has it take a task that somebody may have added relying on it. */
  private @Nullable Runnable endSpin(Worker worker) {
    worker.spins = false;
    spin.end();
    return queue.poll(worker.slot);
  }

  /** Has a worker take a task, or be idle, or else leave. */
  private @Nullable Runnable settle(Worker worker, boolean idledOut) {
    while (!registry.mustLeave(idledOut) || !registry.leave(worker)) {
      registry.publish(); // before a task is taken: from now on it is busy
      Runnable task = queue.poll(worker.slot);
      if (task != null) {
        return task;
      }
      registry.lieDown(worker, idledOut);
      // Whoever adds a task from now on sees a worker to be called; one added before is here.
      if (queue.isEmpty() && !registry.mustLeave(false)) {
        return null;
      }
      registry.comeBack(worker);
    }
    return null;
  }

  /** Counts out a worker that dies in disorder, of an error outside of its task. */
  void lost(Worker worker) {
    Worker next;
    lock.lock();
    try {
      if (worker.spins) {
        spin.end();
      }
      registry.dismiss(worker);
      next = registry.nextIfAny();
    } finally {
      lock.unlock();
    }
    submissions.muchRoomMade();
    if (next != null) {
      starter.launch(next);
    }
    life.terminateIf(done);
  }

  // ---- Size and end

  public void resize(int workers) {
    List<Worker> launches;
    lock.lock();
    try {
      registry.ask(workers);
      launches = registry.toLaunchAfterResize();
    } finally {
      lock.unlock();
    }
    submissions.muchRoomMade();
    starter.launchAll(launches);
  }

  /**
   * Starts the workers asked for, where the pool is one that does so before tasks need them, and
   * tries again for tasks that wait because a worker could not be started.
   */
  public void startMissing() {
    ArrayList<Worker> launches = new ArrayList<>();
    lock.lock();
    try {
      registry.addPrestarts(launches);
      launches.ensureCapacity(launches.size() + 1);
      Worker next = registry.nextIfAny();
      if (next != null) {
        launches.add(next);
      }
    } finally {
      lock.unlock();
    }
    starter.launchAll(launches);
  }

  /** Takes nothing more; what waits is run. */
  public void shutdown() {
    end(State.SHUTDOWN);
  }

  /** Takes nothing more, interrupts what runs, and hands back what waits. */
  public List<Runnable> stop() {
    List<Runnable> handedBack = end(State.STOPPING);
    List<Worker> workers;
    lock.lock();
    try {
      workers = registry.workerSet.workers();
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
    List<Worker> launches;
    List<Runnable> handedBack = List.of();
    life.advance(later);
    lock.lock();
    try {
      submissions.close();
      registry.shutDown(later == State.STOPPING);
      if (later == State.STOPPING) {
        handedBack = submissions.drain();
      }
      launches = registry.callAll();
    } finally {
      lock.unlock();
    }
    starter.launchAll(launches);
    starter.dropWhatCannotRun();
    life.terminateIf(done);
    return handedBack;
  }

  @Override
  public boolean isShutdown() {
    return submissions.isClosed();
  }

  /** Whether nothing is left to be done, and nothing can come in any more. */
  private boolean isDone() {
    lock.lock();
    try {
      return submissions.isClosed() && registry.alive() == 0 && queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether what runs is to be interrupted. */
  boolean stopping() {
    return life.stopping();
  }

  // ---- Figures

  boolean measured() {
    return measured;
  }

  /**
   * Everything counted so far.
   *
   * @param host where the processors are read
   */
  public MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    return new DispatcherLook(this).totals(host);
  }

  /** Whether the sensors of the processor's side apply: not to virtual threads. */
  boolean measuresProcessor() {
    return measured && !registry.workerSet.virtual();
  }

  /**
   * The dispatcher at one moment.
   *
   * @param asked workers asked for
   * @param alive workers that exist
   * @param largest the most workers that ever existed at one time
   * @param busy workers that are neither idle nor on their way to the queue
   * @param queued tasks that wait
   */
  public record Standing(int asked, int alive, int largest, int busy, int queued) {}

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(
          registry.asked(),
          registry.alive(),
          registry.workerSet.largest(),
          registry.busy(),
          queue.size());
    } finally {
      lock.unlock();
    }
  }

  /** The workers as they are now, with what those before them have counted and used. */
  WorkerSet.WorkerSnapshot snapshot() {
    lock.lock();
    try {
      return registry.workerSet.snapshot();
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
      long atNanos,
      int asked,
      int alive,
      double workerNanos,
      long rejected,
      ArrivalMeter arrivals) {}

  Count count() {
    lock.lock();
    try {
      SubmissionQueue.Count counted = submissions.count();
      return new Count(
          counted.atNanos(),
          registry.asked(),
          registry.alive(),
          registry.workerSet.workerNanos(counted.atNanos()),
          counted.rejected(),
          counted.arrivals());
    } finally {
      lock.unlock();
    }
  }
}
