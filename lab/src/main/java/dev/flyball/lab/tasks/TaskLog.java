package dev.flyball.lab.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The times of the tasks of one run.
 *
 * <p>The submitting thread writes when a task was submitted, the thread that runs it when it
 * started, each into a place of its own; they are read after the last task has ended, which the
 * latch makes visible. The counts may be read at any time.
 */
final class TaskLog {

  private final long[] submittedNanos;
  private final long[] startedNanos;
  private final CountDownLatch running;
  private final AtomicInteger active = new AtomicInteger();
  private final AtomicInteger inSystem = new AtomicInteger();
  private final AtomicLong lastEndNanos = new AtomicLong();
  private volatile long beganNanos;
  private long latestSubmitNanos;
  private long lateNanosSum;

  TaskLog(int tasks) {
    submittedNanos = new long[tasks];
    startedNanos = new long[tasks];
    running = new CountDownLatch(tasks);
  }

  /** The run begins now. */
  void begin() {
    beganNanos = System.nanoTime();
  }

  long beganNanos() {
    return beganNanos;
  }

  /** Notes that a task is submitted now; returns what is to be run. */
  Runnable submitted(int number, long plannedNanos, Runnable task) {
    Runnable noted = () -> run(number, task);
    inSystem.incrementAndGet();
    long nowNanos = System.nanoTime();
    submittedNanos[number] = nowNanos;
    long lateNanos = nowNanos - beganNanos - plannedNanos;
    latestSubmitNanos = Math.max(latestSubmitNanos, lateNanos);
    lateNanosSum += lateNanos;
    return noted;
  }

  private void run(int number, Runnable task) {
    startedNanos[number] = System.nanoTime();
    active.incrementAndGet();
    try {
      task.run();
    } finally {
      active.decrementAndGet();
      inSystem.decrementAndGet();
      lastEndNanos.accumulateAndGet(System.nanoTime() - beganNanos, Math::max);
      running.countDown();
    }
  }

  void awaitAll() throws InterruptedException {
    running.await();
  }

  int active() {
    return active.get();
  }

  int inSystem() {
    return inSystem.get();
  }

  BenchmarkRun result(
      String executor, OptionalInt threadsStarted, List<BenchmarkRun.Sample> samples) {
    List<Long> latencies = new ArrayList<>();
    for (int number = 0; number < submittedNanos.length; number++) {
      latencies.add(startedNanos[number] - submittedNanos[number]);
    }
    long firstNanos = submittedNanos[0] - beganNanos;
    return new BenchmarkRun(
        executor,
        latencies,
        lastEndNanos.get() - firstNanos,
        latestSubmitNanos,
        (double) lateNanosSum / submittedNanos.length,
        threadsStarted,
        samples);
  }
}
