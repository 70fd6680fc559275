package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.tasks.StartCost.Costs;
import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The experiments on prediction, Figures 2 and 3: does it help to have threads before their tasks?
 *
 * <p>Three questions, each with a measurement:
 *
 * <ol>
 *   <li>What does a start cost beside a wake-up, and what beside threads that compute?
 *   <li>The published load: tasks that only compute, at a rate that swings over and under what the
 *       processors can do.
 *   <li>Short tasks that mostly wait, at a rate that swings: many threads, free processors.
 * </ol>
 *
 * @param rounds how often each executor runs each load
 * @param seed what the loads grow from; each round has the next one
 * @param scale the length of the loads; 1 is a tenth of the published one
 */
public record Prediction(int rounds, long seed, double scale) {

  static final String PRINTED = "EMA as published";
  static final String CACHED = "cached";
  static final String PER_TASK = "thread-per-task";
  static final String EMA = "EMA, pre-started";
  static final String OURS = "standard, pre-started";

  private static final int TASKS = 100;
  private static final double COMPUTING = 0.75;
  private static final double PUBLISHED_SECONDS = 5.9;
  private static final int WORKERS_READY = 8;
  private static final int WORKERS_MAX = 10_000;
  private static final int COST_TRIES = 60;
  private static final int COST_TRIES_MIN = 5;
  private static final Duration INTERVAL = Duration.ofMillis(50);

  /** Runs all of it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    progress.accept("prediction: what a thread's start costs");
    List<Costs> costs = costs(bench);
    List<Rounds> computing = new ArrayList<>();
    List<Rounds> waiting = new ArrayList<>();
    progress.accept("prediction: warming up"); // once each, in small, and not looked at
    Rounds.of(bench, waiting(200, Regularity.SINE), executors(), 1, seed, line -> {});
    int tasks = (int) Math.max(100, Math.round(800 * scale));
    for (Regularity regularity : List.of(Regularity.SINE, Regularity.PERIODIC_RANDOM)) {
      waiting.add(
          Rounds.of(bench, waiting(tasks, regularity), executors(), rounds, seed, progress));
      computing.add(Rounds.of(bench, computing(regularity), executors(), rounds, seed, progress));
    }
    List<Rounds> loads =
        Stream.concat(waiting.stream(), computing.stream())
            .filter(measured -> measured.rounds() > 0)
            .toList();
    return new PredictionFindings(costs, loads).chapter();
  }

  private List<Costs> costs(TaskBench bench) {
    int cores = Runtime.getRuntime().availableProcessors();
    int tries = (int) Math.max(COST_TRIES_MIN, Math.round(COST_TRIES * Math.min(1, scale)));
    StartCost cost = new StartCost(bench.calibration(), tries);
    List<Costs> costs = new ArrayList<>();
    try {
      for (int perCore : new int[] {0, 1, 2, 4, 8}) {
        costs.add(cost.beside(perCore * cores));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return costs;
  }

  /**
   * The published load: 100 tasks that compute, so long that all cores are busy for three parts.
   */
  private TaskLoad computing(Regularity regularity) {
    double seconds = PUBLISHED_SECONDS * scale;
    double cores = Runtime.getRuntime().availableProcessors();
    return new TaskLoad(
        TASKS,
        Granularity.SMALL,
        regularity,
        seconds(COMPUTING * cores * seconds / TASKS),
        0,
        1,
        TASKS / seconds,
        seconds(seconds / 3));
  }

  /** Tasks of 20 ms that compute for 0.5 ms of it, 400 a second on average. */
  private static TaskLoad waiting(int tasks, Regularity regularity) {
    return new TaskLoad(
        tasks,
        Granularity.SMALL,
        regularity,
        Duration.ofMillis(20),
        0.975,
        1,
        400,
        Duration.ofMillis(500));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** The compared executors. */
  static List<TaskExecutor> executors() {
    List<TaskExecutor> all =
        new ArrayList<>(
            List.of(
                TaskExecutor.printed(INTERVAL),
                TaskExecutor.cached(),
                TaskExecutor.threadPerTask(),
                TaskExecutor.cached("cached, 8 ready", WORKERS_READY),
                prestarted(EMA, "moving-average(interval=50ms)", 1),
                prestarted(OURS, "flyball(min=" + WORKERS_READY + ")", WORKERS_READY)));
    TaskExecutor.virtualThreads().ifPresent(all::add);
    return all;
  }

  private static TaskExecutor prestarted(String name, String policy, int workers) {
    return TaskExecutor.adaptive(
        name,
        policy,
        plan ->
            plan.workers(workers)
                .prestart()
                .maximumWorkers(WORKERS_MAX)
                .keepAlive(Duration.ofSeconds(60))
                .period(INTERVAL));
  }
}
