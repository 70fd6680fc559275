package dev.flyball.lab.tasks;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.tasks.TaskLoad.Planned;
import dev.flyball.measure.HostMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The benchmark itself: submits the tasks of a plan at their times to an executor, and notes for
 * each when it was submitted, when it started, and when it ended.
 *
 * <p>One thread submits and never waits for a task; should it come late, because the processors are
 * taken, the latency still counts from the submission, and how late it came is in the result. A
 * second thread looks at the executor at equal gaps.
 *
 * @param calibration how the tasks compute and sleep
 * @param sampling the time between two looks at the executor
 */
public record TaskBench(HostCalibration calibration, Duration sampling) {

  /** The bench of this machine, looking every 20 ms. */
  public static TaskBench here() {
    return new TaskBench(HostCalibration.here(), Duration.ofMillis(20));
  }

  /**
   * Runs a load once.
   *
   * @throws InterruptedException when the calling thread is interrupted; the tasks are ended
   */
  public BenchmarkRun run(TaskLoad load, long seed, TaskExecutor executor)
      throws InterruptedException {
    List<Planned> plan = load.plan(seed);
    TaskLog log = new TaskLog(plan.size());
    System.gc(); // a collection in mid-run takes as long as a few thread starts
    try (TaskPool pool = executor.open()) {
      TaskSampler sampler = TaskSampler.start(log, pool, sampling);
      try {
        submit(plan, pool, log);
        log.awaitAll();
      } finally {
        sampler.stop();
      }
      return log.result(executor.name(), pool.started().get(), sampler.samples());
    }
  }

  private void submit(List<Planned> plan, TaskPool pool, TaskLog log) throws InterruptedException {
    log.begin();
    for (int number = 0; number < plan.size(); number++) {
      Planned task = plan.get(number);
      HostCalibration.waitUntil(log.beganNanos() + task.atNanos());
      pool.executor().execute(log.submitted(number, task.atNanos(), () -> perform(task)));
    }
  }

  private void perform(Planned task) {
    try {
      for (int turn = 0; turn < task.turns(); turn++) {
        calibration.work(task.computeNanos() / task.turns());
        if (task.sleepNanos() > 0) {
          calibration.pause(task.sleepNanos() / task.turns());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the pool is closed
    }
  }

  /** A thread that looks at a run at equal gaps, until it is stopped. */
  static final class TaskSampler {

    private final TaskLog log;
    private final TaskPool pool;
    private final long gapNanos;
    private final Thread thread;
    private final List<BenchmarkRun.Sample> samples =
        new ArrayList<>(); // the thread's until joined
    private volatile boolean stopped;

    private TaskSampler(TaskLog log, TaskPool pool, Duration gap) {
      this.log = log;
      this.pool = pool;
      this.gapNanos = gap.toNanos();
      this.thread = new Thread(this::look, "flyball-task-sampler");
      thread.setDaemon(true);
    }

    static TaskSampler start(TaskLog log, TaskPool pool, Duration gap) {
      TaskSampler sampler = new TaskSampler(log, pool, gap);
      sampler.thread.start();
      return sampler;
    }

    private void look() {
      long beforeNanos = System.nanoTime();
      OptionalLong before = HostMeter.read().processCpuNanos();
      while (!stopped) {
        LockSupport.parkNanos(gapNanos);
        long nowNanos = System.nanoTime();
        if (stopped && nowNanos - beforeNanos < gapNanos / 2) {
          return; // processor time comes in ticks, too coarse for so short a time
        }
        OptionalLong now = HostMeter.read().processCpuNanos();
        if (log.beganNanos() != 0) {
          samples.add(sample(nowNanos, cores(before, now, nowNanos - beforeNanos)));
        }
        before = now;
        beforeNanos = nowNanos;
      }
    }

    private BenchmarkRun.Sample sample(long nowNanos, double busyCores) {
      return new BenchmarkRun.Sample(
          nowNanos - log.beganNanos(),
          log.active(),
          log.inSystem(),
          pool.threads().get(),
          pool.asked().get(),
          busyCores);
    }

    private static double cores(OptionalLong before, OptionalLong now, long nanos) {
      return before.isPresent() && now.isPresent()
          ? (double) (now.getAsLong() - before.getAsLong()) / nanos
          : Double.NaN;
    }

    /** Ends the thread, and waits for it. */
    void stop() throws InterruptedException {
      stopped = true;
      LockSupport.unpark(thread);
      thread.join();
    }

    /** What it saw; once it is stopped. */
    List<BenchmarkRun.Sample> samples() {
      return List.copyOf(samples);
    }
  }

  /**
   * The times of the tasks of one run.
   *
   * <p>The submitting thread writes when a task was submitted, the thread that runs it when it
   * started, each into a place of its own; they are read after the last task has ended, which the
   * latch makes visible. The counts may be read at any time.
   */
  static final class TaskLog {

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

  /**
   * The outcome of one run.
   *
   * @param executor the name of the executor
   * @param latenciesNanos per task, in the order of submission, from just before it was submitted
   *     to its first instruction
   * @param totalNanos from the first submission to the end of the last task
   * @param latestSubmitNanos by how much the latest submission was behind its plan
   * @param lateNanosMean by how much submissions were behind their plan, on average: an executor's
   *     work in the submitting thread delays the tasks that follow, and is in no latency
   * @param threadsStarted threads that were started, before or for the tasks; empty if they cannot
   *     be counted
   * @param samples the course of the run, at equal gaps
   */
  public record BenchmarkRun(
      String executor,
      List<Long> latenciesNanos,
      long totalNanos,
      long latestSubmitNanos,
      double lateNanosMean,
      OptionalInt threadsStarted,
      List<Sample> samples) {

    public BenchmarkRun {
      latenciesNanos = List.copyOf(latenciesNanos);
      samples = List.copyOf(samples);
    }

    /**
     * A run at one moment.
     *
     * @param atNanos when, from the first submission on
     * @param active tasks that run
     * @param inSystem tasks submitted that have not ended
     * @param threads threads of the executor; empty where they cannot be counted
     * @param asked threads that a policy wants; empty where there is none
     * @param busyCores processors that the process used since the sample before; NaN where unknown
     */
    public record Sample(
        long atNanos,
        int active,
        int inSystem,
        OptionalInt threads,
        OptionalInt asked,
        double busyCores) {}

    /** From its planned submission to its first instruction, the mean over the tasks. */
    public double meanMillisFromPlan() {
      return meanMillis() + lateNanosMean / 1e6;
    }

    /** Processors that the process used on average; NaN where unknown. */
    public double coresUsed() {
      double used = 0;
      long beforeNanos = 0;
      for (Sample sample : samples) {
        used += sample.busyCores() * (sample.atNanos() - beforeNanos);
        beforeNanos = sample.atNanos();
      }
      return used / beforeNanos;
    }

    public double meanMillis() {
      return latenciesNanos.stream().mapToLong(nanos -> nanos).average().orElseThrow() / 1e6;
    }

    /** Such a latency that so large a share of the tasks had none longer. */
    public double quantileMillis(double share) {
      List<Long> sorted = latenciesNanos.stream().sorted().toList();
      int rank = (int) StrictMath.ceil(share * sorted.size()) - 1;
      return sorted.get(Math.max(0, rank)) / 1e6;
    }

    public double maxMillis() {
      return Collections.max(latenciesNanos) / 1e6;
    }

    public double minMillis() {
      return Collections.min(latenciesNanos) / 1e6;
    }

    public double totalSeconds() {
      return totalNanos / 1e9;
    }

    /** Threads that were started; NaN where they cannot be counted. */
    public double started() {
      return threadsStarted.isPresent() ? threadsStarted.getAsInt() : Double.NaN;
    }

    /** The most threads that a sample saw; NaN where they cannot be counted. */
    public double threadsMax() {
      return samples.stream()
          .filter(sample -> sample.threads().isPresent())
          .mapToDouble(sample -> sample.threads().getAsInt())
          .max()
          .orElse(Double.NaN);
    }
  }
}
