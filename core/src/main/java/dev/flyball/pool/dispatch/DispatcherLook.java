package dev.flyball.pool.dispatch;

import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.policy.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The look at a dispatcher from outside: what it is like now, and what was counted so far.
 *
 * <p>The workers' meters are read before the count at the queue, so that no task is seen to start
 * before it arrived. Should this thread lose its processor in between, the two belong to different
 * moments, and what ran then is taken to run still: such a look is not sharp.
 *
 * <p>Any thread may call any method.
 */
public final class DispatcherLook {

  private final Dispatcher dispatcher;
  private final ReentrantLock lock;
  private final WorkerRegistry registry; // guarded by lock
  private final SubmissionQueue submissions;

  /** The look at a dispatcher with these parts. */
  DispatcherLook(
      Dispatcher dispatcher,
      ReentrantLock lock,
      WorkerRegistry registry,
      SubmissionQueue submissions) {
    this.dispatcher = dispatcher;
    this.lock = lock;
    this.registry = registry;
    this.submissions = submissions;
  }

  /**
   * Everything counted so far.
   *
   * @param host where the processors are read
   */
  public MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    long beganNanos = System.nanoTime();
    WorkerSet.WorkerSnapshot snapshot = snapshot();
    MeterSum sum = snapshot.sum();
    boolean processor = dispatcher.measuresProcessor();
    OptionalLong cpuNanos = processor ? snapshot.cpuNanos() : OptionalLong.empty();
    RunQueueWait waited = processor ? snapshot.runQueueWait() : RunQueueWait.UNKNOWN;
    Count count = count();
    return new MeterSnapshot(
        count.atNanos(),
        count.atNanos() - beganNanos,
        count.asked(),
        count.alive(),
        count.workerNanos(),
        count.rejected(),
        count.admission(),
        count.arrivals(),
        sum,
        cpuNanos,
        waited,
        host.get());
  }

  /**
   * The workers whose run queues are read.
   *
   * @param sampled how many those are
   * @param workers how many have begun
   * @param isWanting whether descriptors are what the others lack, not the system's report
   */
  public record Sampled(long sampled, long workers, boolean isWanting) {}

  /** Those that there are now. */
  public Sampled sampled() {
    return dispatcher.measuresProcessor()
        ? snapshot().sampled(dispatcher.sensors())
        : new Sampled(0, 0, false);
  }

  /**
   * The dispatcher at one moment.
   *
   * @param asked workers asked for
   * @param alive workers that exist
   * @param largest the most workers that ever existed at one time
   * @param busy workers that run a task, or look for one
   * @param queued tasks that wait
   * @param ownWaits workers that wait for tasks of this pool; others may stand in for them
   * @param suspects workers that seem to wait for tasks of this pool in a way that it cannot see
   * @param inPlace tasks so far that were run by a worker that waited for them
   */
  public record Standing(
      int asked,
      int alive,
      int largest,
      int busy,
      int queued,
      int ownWaits,
      int suspects,
      long inPlace) {}

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(
          registry.asked(),
          registry.alive(),
          registry.workerSet.largest(),
          registry.running(),
          submissions.outOfTurn().waiting(),
          registry.lent.waits(),
          registry.lent.suspects(),
          registry.lent.inPlace());
    } finally {
      lock.unlock();
    }
  }

  /** The threads of workers that run a task, and do not wait for one of this pool. */
  List<Thread> inTask() {
    lock.lock();
    try {
      return registry.workerSet.workers().stream()
          .filter(registry::isInTask)
          .flatMap(worker -> Stream.ofNullable(worker.thread))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** The circle of pools that wait for one another's results in which it is; empty for none. */
  public Optional<Reason> waitCircle() {
    return WaitCircle.of(dispatcher);
  }

  /** The workers as they are now, with what those before them have counted and used. */
  private WorkerSet.WorkerSnapshot snapshot() {
    lock.lock();
    try {
      WorkerSet.WorkerSnapshot now = registry.workerSet.snapshot();
      registry.lent.addPausesTo(now.gone());
      return now;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The counts at the queue, at one moment.
   *
   * @param atNanos the moment
   * @param asked workers asked for
   * @param alive workers that exist
   * @param workerNanos the time that workers have existed, summed
   * @param rejected tasks turned away
   * @param admission what the rule has seen
   * @param arrivals a copy of what was counted
   */
  private record Count(
      long atNanos,
      int asked,
      int alive,
      double workerNanos,
      long rejected,
      AdmissionCount admission,
      ArrivalMeter arrivals) {}

  private Count count() {
    lock.lock();
    try {
      SubmissionQueue.Count counted = submissions.count();
      return new Count(
          counted.atNanos(),
          registry.asked(),
          registry.alive(),
          registry.workerSet.workerNanos(counted.atNanos()),
          counted.rejected(),
          counted.admission(),
          counted.arrivals());
    } finally {
      lock.unlock();
    }
  }
}
