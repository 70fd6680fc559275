package dev.flyball.pool;

import dev.flyball.measure.ThreadCpu;
import dev.flyball.measure.WorkerMeter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The workers that exist, their meters, and what those that are gone have used.
 *
 * <p>Meters outlive their workers: a new worker goes on with the meter of one that left, so that
 * nothing that was counted is lost and the number of meters is the largest number of workers.
 *
 * <p>Guarded by the lock of the pool, but for {@link #meters()} and {@link #virtual()}, which any
 * thread may ask.
 */
final class Roster {

  private final Set<Worker> workers = new LinkedHashSet<>();
  private final List<WorkerMeter> meters = new CopyOnWriteArrayList<>();
  private final ArrayDeque<WorkerMeter> spareMeters = new ArrayDeque<>();
  private int largest;
  private long workerNanos;
  private long changedAtNanos;
  private long goneCpuNanos;
  private long goneRunQueueWaitNanos;
  private boolean goneCpuKnown = true;
  private boolean goneRunQueueKnown = true;
  private volatile boolean virtual;

  Roster(long nowNanos) {
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

  /** Every meter that was ever made. */
  List<WorkerMeter> meters() {
    return meters;
  }

  /** Whether the thread factory makes virtual threads, as far as it has made any. */
  boolean virtual() {
    return virtual;
  }

  /** Looks at a thread that the factory made. */
  void note(Thread made) {
    if (VirtualThreads.isVirtual(made)) {
      virtual = true;
    }
  }

  Worker hire(AdaptivePool pool, long nowNanos) {
    account(nowNanos);
    WorkerMeter meter = spareMeters.poll();
    if (meter == null) {
      meter = new WorkerMeter();
      meters.add(meter);
    }
    Worker worker = new Worker(pool, meter);
    workers.add(worker);
    largest = Math.max(largest, workers.size());
    return worker;
  }

  void dismiss(Worker worker, long nowNanos) {
    account(nowNanos);
    workers.remove(worker);
    spareMeters.push(worker.meter);
    OptionalLong cpuNanos = worker.cpuNanosAtRest();
    goneCpuKnown &= cpuNanos.isPresent();
    goneCpuNanos += cpuNanos.orElse(0);
    OptionalLong runQueueWaitNanos = worker.runQueueWaitNanos();
    goneRunQueueKnown &= runQueueWaitNanos.isPresent();
    goneRunQueueWaitNanos += runQueueWaitNanos.orElse(0);
  }

  private void account(long nowNanos) {
    workerNanos += workers.size() * (nowNanos - changedAtNanos);
    changedAtNanos = nowNanos;
  }

  /** What all workers have used up to now, to be read out after the lock is let go. */
  Usage usage(long nowNanos) {
    account(nowNanos);
    return new Usage(
        workers(),
        workerNanos,
        goneCpuKnown ? OptionalLong.of(goneCpuNanos) : OptionalLong.empty(),
        goneRunQueueKnown ? OptionalLong.of(goneRunQueueWaitNanos) : OptionalLong.empty());
  }

  /**
   * The workers at one moment, and what those gone before had used.
   *
   * @param workers the workers that existed
   * @param workerNanos the time that workers have existed, summed
   * @param goneCpuNanos processor time of those gone; empty where it is not known of one of them
   * @param goneRunQueueWaitNanos run-queue wait of those gone; empty likewise
   */
  record Usage(
      List<Worker> workers,
      long workerNanos,
      OptionalLong goneCpuNanos,
      OptionalLong goneRunQueueWaitNanos) {

    int alive() {
      return workers.size();
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
      long sum = goneCpuNanos.getAsLong();
      for (int i = 0; i < nanos.length; i++) {
        if (nanos[i] >= 0) {
          sum += nanos[i];
          continue;
        }
        OptionalLong atRest = workers.get(i).cpuNanosAtRest();
        if (atRest.isEmpty()) {
          return OptionalLong.empty();
        }
        sum += atRest.getAsLong();
      }
      return OptionalLong.of(sum);
    }

    /** Run-queue wait of all workers so far; empty where it is not known of one of them. */
    OptionalLong runQueueWaitNanos() {
      if (goneRunQueueWaitNanos.isEmpty()) {
        return OptionalLong.empty();
      }
      long sum = goneRunQueueWaitNanos.getAsLong();
      for (Worker worker : workers) {
        OptionalLong waited = worker.runQueueWaitNanos();
        if (waited.isEmpty()) {
          return OptionalLong.empty();
        }
        sum += waited.getAsLong();
      }
      return OptionalLong.of(sum);
    }

    @SuppressWarnings("deprecation") // threadId() came with 19; for platform threads they agree
    private static long idOf(Thread thread) {
      return thread.getId();
    }
  }
}
