package dev.flyball.lab.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * The runs that settings are judged by: scenarios and seeds, with what the oracle costs in each,
 * which is searched for once.
 *
 * @param starts each scenario with each seed
 * @param executor runs them, in any number of threads
 */
record Trials(List<Start> starts, Executor executor) {

  Trials {
    starts = List.copyOf(starts);
  }

  /**
   * A scenario with a seed.
   *
   * @param scenario the scenario
   * @param seed the seed
   * @param oracleSeconds what the oracle costs in it, per task
   */
  record Start(Scenario scenario, long seed, double oracleSeconds) {}

  /** The trials of some scenarios, each with its own seed and those that follow it. */
  static Trials of(List<Scenario> scenarios, int seeds, Executor executor)
      throws InterruptedException {
    List<Callable<Start>> searches = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      for (int i = 0; i < seeds; i++) {
        long seed = scenario.seed() + i;
        searches.add(() -> {
          Oracle oracle = Oracle.of(scenario, seed);
          return new Start(scenario, seed, costSeconds(scenario, seed, oracle));
        });
      }
    }
    return new Trials(all(searches, executor), executor);
  }

  /** What a contender costs over what the oracle does, the geometric mean. */
  double regret(Contender contender) throws InterruptedException {
    List<Callable<Double>> runs = new ArrayList<>();
    for (Start start : starts) {
      runs.add(
          () -> Math.log(costSeconds(start.scenario, start.seed, contender) / start.oracleSeconds));
    }
    return Math.exp(
        all(runs, executor).stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN));
  }

  private static double costSeconds(Scenario scenario, long seed, Contender contender) {
    return Score.of(scenario, VirtualBench.run(scenario, seed, contender)).costSeconds();
  }

  /** What all of them return, in their order. */
  private static <T> List<T> all(List<Callable<T>> tasks, Executor executor)
      throws InterruptedException {
    List<FutureTask<T>> started = new ArrayList<>();
    for (Callable<T> task : tasks) {
      FutureTask<T> future = new FutureTask<>(task);
      started.add(future);
      executor.execute(future);
    }
    List<T> results = new ArrayList<>();
    for (FutureTask<T> future : started) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a run of the search failed: " + e.getCause(), e);
      }
    }
    return results;
  }
}
