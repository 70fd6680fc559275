package dev.flyball.pool.dispatch;

import dev.flyball.base.VirtualThreads;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.measure.thread.ThreadCpu;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The workers that exist, and the counts and times of those that are gone.
 *
 * <p>Guarded by the dispatcher's lock, except {@link #virtual()}, {@link #hasOtherThreads()} and
 * {@link #note}, which any thread may call.
 */
final class WorkerSet {

  private final Set<Worker> workers = new LinkedHashSet<>();
  private final MeterSum gone = new MeterSum();
  private int largest;
  private double workerNanos;
  private long changedAtNanos;
  private OptionalLong goneCpuNanos = OptionalLong.of(0);
  private RunQueueWait goneRunQueueWait = RunQueueWait.NONE;
  private volatile boolean virtual;
  private volatile boolean otherThreads;

  WorkerSet(long nowNanos) {
    this.changedAtNanos = nowNanos;
  }

  int alive() {
    return workers.size();
  }

  int largest() {
    return largest;
  }

  List<Worker> workers() {
    return new ArrayList<>(workers);
  }

  /** Whether the thread factory makes virtual threads, as far as it has made any. */
  boolean virtual() {
    return virtual;
  }

  /** Checks a thread that the factory made. */
  void note(Thread made) {
    if (VirtualThreads.isVirtual(made)) {
      virtual = true;
    }
    if (!(made instanceof WorkerThread)) {
      otherThreads = true;
    }
  }

  /** Whether the thread factory makes threads that are not {@link WorkerThread}s. */
  boolean hasOtherThreads() {
    return otherThreads;
  }

  Worker hire(Dispatcher dispatcher, long nowNanos) {
    Worker worker = new Worker(dispatcher);
    account(nowNanos);
    try {
      workers.add(worker);
    } catch (OutOfMemoryError e) {
      workers.remove(worker); // a set may add first and grow then
      throw e;
    }
    largest = Math.max(largest, workers.size());
    return worker;
  }

  /** Counts a worker out; what it counted and used is kept. Doing so twice changes nothing. */
  void dismiss(Worker worker, long nowNanos) {
    if (!workers.contains(worker)) {
      return;
    }
    account(nowNanos);
    workers.remove(worker);
    worker.meter.addTo(gone);
    goneCpuNanos = plus(goneCpuNanos, worker.cpuNanosAtRest());
    goneRunQueueWait = goneRunQueueWait.andGone(worker.runQueueWaitNanos());
  }

  /** Unknown once one of the parts is. */
  private static OptionalLong plus(OptionalLong sum, OptionalLong part) {
    return sum.isPresent() && part.isPresent()
        ? OptionalLong.of(sum.getAsLong() + part.getAsLong())
        : OptionalLong.empty();
  }

  /** The time that workers have existed up to now, summed. */
  double workerNanos(long nowNanos) {
    account(nowNanos);
    return workerNanos;
  }

  private void account(long nowNanos) {
    workerNanos += (double) workers.size() * (nowNanos - changedAtNanos);
    changedAtNanos = nowNanos;
  }

  /** The workers now, to be read out after the lock is let go. */
  WorkerSnapshot snapshot() {
    MeterSum copy = new MeterSum();
    copy.add(gone);
    return new WorkerSnapshot(workers(), copy, goneCpuNanos, goneRunQueueWait);
  }

  /**
   * The workers at one moment, and what those gone before had counted and used.
   *
   * @param workers the workers that existed
   * @param gone what those gone had counted; a copy
   * @param goneCpuNanos processor time of those gone; empty where it is not known of one of them
   * @param goneRunQueueWait run-queue wait of those gone
   */
  record WorkerSnapshot(
      List<Worker> workers,
      MeterSum gone,
      OptionalLong goneCpuNanos,
      RunQueueWait goneRunQueueWait) {

    /** What all workers have counted so far, those gone included. */
    MeterSum sum() {
      MeterSum sum = new MeterSum();
      sum.add(gone);
      workers.forEach(worker -> worker.meter.addTo(sum));
      return sum;
    }

    /** Processor time of all workers so far; empty where it is not known of one of them. */
    OptionalLong cpuNanos() {
      if (goneCpuNanos.isEmpty() || !ThreadCpu.available()) {
        return OptionalLong.empty();
      }
      long[] ids = new long[workers.size()];
      for (int i = 0; i < ids.length; i++) {
        Thread thread = workers.get(i).thread;
        ids[i] = thread == null ? Long.MAX_VALUE : idOf(thread);
      }
      long[] nanos = ThreadCpu.ofThreads(ids);
      OptionalLong sum = goneCpuNanos;
      for (int i = 0; i < nanos.length; i++) {
        boolean running = nanos[i] != ThreadCpu.UNKNOWN;
        sum = plus(sum, running ? OptionalLong.of(nanos[i]) : workers.get(i).cpuNanosAtRest());
      }
      return sum;
    }

    /** Run-queue wait of all workers so far; unknown where it is not known of one of them. */
    RunQueueWait runQueueWait() {
      RunQueueWait sum = goneRunQueueWait;
      for (Worker worker : workers) {
        sum = sum.and(worker.runQueueWaitNanos());
      }
      return sum;
    }

    /** How many have a sensor. */
    DispatcherLook.Sampled sampled(SensorBudget budget) {
      long sampled = workers.stream().filter(Worker::isSampled).count();
      long unsampled = workers.stream().filter(Worker::goesUnsampled).count();
      boolean isWanting = unsampled > 0 && (sampled > 0 || budget.isSpent());
      return new DispatcherLook.Sampled(sampled, sampled + unsampled, isWanting);
    }

    @SuppressWarnings("deprecation") // threadId() came with 19; for platform threads they agree
    private static long idOf(Thread thread) {
      return thread.getId();
    }
  }
}
