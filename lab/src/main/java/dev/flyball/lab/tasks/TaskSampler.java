package dev.flyball.lab.tasks;

import dev.flyball.measure.HostMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** A thread that looks at a run at equal gaps, until it is stopped. */
final class TaskSampler {

  private final TaskLog log;
  private final TaskPool pool;
  private final long gapNanos;
  private final Thread thread;
  private final List<BenchmarkRun.Sample> samples = new ArrayList<>(); // the thread's until joined
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
        pool.threads(),
        pool.asked(),
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
