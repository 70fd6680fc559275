package dev.flyball.lab.tasks;

import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.sim.race.Aggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Runs of several executors under one load, taken in turns, so that disturbances of the machine
 * affect all of them. Each round runs every executor once, begins with another one each time, and
 * every other round goes backwards; all runs of a round use that round's seed. A warm-up round
 * comes first, so the first round is not cold.
 *
 * @param load the load
 * @param executors the executors, in the order of the tables
 * @param runs the runs of each executor, by name, in the order of the rounds
 */
record Rounds(TaskLoad load, List<TaskExecutor> executors, Map<String, List<BenchmarkRun>> runs) {

  /** Runs so many rounds; those before an interrupt, where there is one. */
  static Rounds of(
      TaskBench bench,
      TaskLoad load,
      List<TaskExecutor> executors,
      int rounds,
      long seed,
      Consumer<String> progress) {
    Rounds all = new Rounds(load, executors, new LinkedHashMap<>());
    executors.forEach(executor -> all.runs.put(executor.name(), new ArrayList<>()));
    try {
      for (int round = 0; round < rounds; round++) {
        progress.accept("round " + (round + 1) + " of " + rounds + ": " + load.text());
        List<BenchmarkRun> row = new ArrayList<>();
        for (TaskExecutor next : order(executors, round)) {
          row.add(bench.run(load, seed + round, next));
        }
        row.forEach(run -> all.of(run.executor()).add(run));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what there is will be reported
    }
    return all;
  }

  /** Beginning with another one in each round, and every other round backwards. */
  private static List<TaskExecutor> order(List<TaskExecutor> executors, int round) {
    List<TaskExecutor> order = new ArrayList<>(executors);
    Collections.rotate(order, -round);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }

  List<BenchmarkRun> of(String executor) {
    List<BenchmarkRun> list = runs.get(executor);
    if (list == null) {
      throw new IllegalArgumentException("executor must be one of " + runs.keySet());
    }
    return list;
  }

  /** The last round of an executor. */
  BenchmarkRun last(String executor) {
    return of(executor).get(rounds() - 1);
  }

  /** The median over the runs of an executor. */
  double median(String executor, ToDoubleFunction<BenchmarkRun> figure) {
    return Aggregate.MEDIAN.of(of(executor), figure);
  }

  /** In how many rounds one executor had the lower figure. */
  long wins(String executor, String over, ToDoubleFunction<BenchmarkRun> figure) {
    long wins = 0;
    for (int round = 0; round < of(executor).size(); round++) {
      double mine = figure.applyAsDouble(of(executor).get(round));
      wins += mine < figure.applyAsDouble(of(over).get(round)) ? 1 : 0;
    }
    return wins;
  }

  int rounds() {
    return runs.values().iterator().next().size();
  }
}
