package dev.flyball.lab.tasks;

import dev.flyball.lab.bench.HostCalibration;
import dev.flyball.lab.tasks.TaskLoad.Planned;
import java.time.Duration;
import java.util.List;
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
      return log.result(executor.name(), pool.started(), sampler.samples());
    }
  }

  private void submit(List<Planned> plan, TaskPool pool, TaskLog log) throws InterruptedException {
    log.begin();
    for (int number = 0; number < plan.size(); number++) {
      Planned task = plan.get(number);
      awaitTime(log.beganNanos() + task.atNanos());
      pool.execute(log.submitted(number, task.atNanos(), () -> perform(task)));
    }
  }

  private static void awaitTime(long atNanos) throws InterruptedException {
    for (long left = atNanos - System.nanoTime(); left > 0; left = atNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while submitting");
      }
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
}
