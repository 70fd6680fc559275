package dev.flyball.lab.tasks;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import dev.flyball.lab.tasks.TaskExecutor.TaskPool;
import dev.flyball.lab.tasks.TaskLoad.Planned;
import dev.flyball.measure.HostMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The benchmark itself: submits the tasks of a plan at their times to an executor, and notes for
 * each when it was submitted, when it started, and when it ended.
 *
 * <p>One thread submits and never waits for a task; should it come late, because the processors are
 * taken, the latency still counts from the submission, and how late it came is in the result. A
 * second thread looks at the executor at equal gaps.
 *
 * @param calibration how the tasks compute and sleep
 */
public record TaskBench(HostCalibration calibration) {

  /** The time between two looks at the executor: 20 ms. */
  private static final long GAP_NANOS = 20_000_000;

  /** The bench of this machine. */
  public static TaskBench here() {
    return new TaskBench(HostCalibration.here());
  }

  /**
   * Runs a load once.
   *
   * @throws InterruptedException when the calling thread is interrupted; the tasks are ended
   */
  public BenchmarkRun run(TaskLoad load, long seed, TaskExecutor executor)
      throws InterruptedException {
    List<Planned> plan = load.plan(seed);
    System.gc(); // a collection in mid-run takes as long as a few thread starts
    try (TaskPool pool = executor.open()) {
      return new UnderWay(plan, pool).run(executor.name());
    }
  }

  /**
   * A run under way, with the times of its tasks.
   *
   * <p>The submitting thread writes when a task was submitted, the thread that runs it when it
   * started, each into a place of its own; they are read after the last task has ended, which the
   * latch makes visible. The counts may be read at any time.
   */
  private final class UnderWay {

    private final List<Planned> plan;
    private final TaskPool pool;
    private final long[] submittedNanos;
    private final long[] startedNanos;
    private final CountDownLatch running;
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger inSystem = new AtomicInteger();
    private final AtomicLong lastEndNanos = new AtomicLong();
    private final List<Sample> samples = new ArrayList<>(); // the sampler's until it is joined
    private volatile long beganNanos;
    private volatile boolean over;
    private long latestSubmitNanos;
    private long lateNanosSum;

    UnderWay(List<Planned> plan, TaskPool pool) {
      this.plan = plan;
      this.pool = pool;
      submittedNanos = new long[plan.size()];
      startedNanos = new long[plan.size()];
      running = new CountDownLatch(plan.size());
    }

    BenchmarkRun run(String executor) throws InterruptedException {
      Thread sampler = new Thread(this::look, "flyball-task-sampler");
      sampler.setDaemon(true);
      sampler.start();
      try {
        submit();
        running.await();
      } finally {
        over = true;
        LockSupport.unpark(sampler);
        sampler.join();
      }
      return new BenchmarkRun(
          executor,
          IntStream.range(0, plan.size())
              .mapToObj(number -> startedNanos[number] - submittedNanos[number])
              .toList(),
          lastEndNanos.get() - (submittedNanos[0] - beganNanos),
          latestSubmitNanos,
          (double) lateNanosSum / plan.size(),
          pool.started().get(),
          List.copyOf(samples));
    }

    private void submit() throws InterruptedException {
      beganNanos = System.nanoTime();
      for (int next = 0; next < plan.size(); next++) {
        int number = next;
        Runnable task = () -> perform(number);
        long plannedNanos = beganNanos + plan.get(number).atNanos();
        HostCalibration.waitUntil(plannedNanos);
        inSystem.incrementAndGet();
        submittedNanos[number] = System.nanoTime();
        long lateNanos = submittedNanos[number] - plannedNanos;
        latestSubmitNanos = Math.max(latestSubmitNanos, lateNanos);
        lateNanosSum += lateNanos;
        pool.executor().execute(task);
      }
    }

    private void perform(int number) {
      startedNanos[number] = System.nanoTime();
      active.incrementAndGet();
      Planned task = plan.get(number);
      try {
        for (int turn = 0; turn < task.turns(); turn++) {
          calibration.work(task.computeNanos() / task.turns());
          if (task.sleepNanos() > 0) {
            calibration.pause(task.sleepNanos() / task.turns());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the pool is closed
      } finally {
        active.decrementAndGet();
        inSystem.decrementAndGet();
        lastEndNanos.accumulateAndGet(System.nanoTime() - beganNanos, Math::max);
        running.countDown();
      }
    }

    /** Looks at the run at equal gaps, until it is over. */
    private void look() {
      long beforeNanos = System.nanoTime();
      OptionalLong before = HostMeter.read().processCpuNanos();
      while (!over) {
        LockSupport.parkNanos(GAP_NANOS);
        long nowNanos = System.nanoTime();
        if (over && nowNanos - beforeNanos < GAP_NANOS / 2) {
          return; // processor time comes in ticks, too coarse for so short a time
        }
        OptionalLong now = HostMeter.read().processCpuNanos();
        if (beganNanos != 0) {
          samples.add(
              new Sample(
                  nowNanos - beganNanos,
                  active.get(),
                  inSystem.get(),
                  pool.threads().get(),
                  pool.asked().get(),
                  cores(before, now, nowNanos - beforeNanos)));
        }
        before = now;
        beforeNanos = nowNanos;
      }
    }

    private static double cores(OptionalLong before, OptionalLong now, long nanos) {
      return before.isPresent() && now.isPresent()
          ? (double) (now.getAsLong() - before.getAsLong()) / nanos
          : Double.NaN;
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
      return quantileMillis(1);
    }

    public double minMillis() {
      return quantileMillis(0);
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
          .flatMapToInt(sample -> sample.threads().stream())
          .asDoubleStream()
          .max()
          .orElse(Double.NaN);
    }
  }
}
