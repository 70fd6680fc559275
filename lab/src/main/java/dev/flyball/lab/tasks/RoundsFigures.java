package dev.flyball.lab.tasks;

import dev.flyball.lab.report.JsonFields;
import java.util.ArrayList;
import java.util.List;

/** Rounds as figures for machines: the medians of each executor, and each of its runs. */
final class RoundsFigures {

  private RoundsFigures() {}

  static JsonFields of(Rounds rounds) {
    List<JsonFields> executors = new ArrayList<>();
    for (TaskExecutor executor : rounds.executors()) {
      executors.add(of(rounds, executor.name()));
    }
    return JsonFields.of("load", rounds.load().text())
        .and("tasks", rounds.load().tasks())
        .and("granularity", rounds.load().granularity().toString())
        .and("regularity", rounds.load().regularity().toString())
        .and("unitMillis", rounds.load().unit().toNanos() / 1e6)
        .and("sleeping", rounds.load().sleeping())
        .and("rounds", rounds.rounds())
        .and("executors", executors);
  }

  private static JsonFields of(Rounds rounds, String name) {
    List<JsonFields> runs = rounds.of(name).stream().map(RoundsFigures::of).toList();
    return JsonFields.of("executor", name)
        .and("meanMillis", rounds.median(name, BenchmarkRun::meanMillis))
        .and("medianMillis", rounds.median(name, run -> run.quantileMillis(0.5)))
        .and("p99Millis", rounds.median(name, run -> run.quantileMillis(0.99)))
        .and("maxMillis", rounds.median(name, BenchmarkRun::maxMillis))
        .and("minMillis", rounds.median(name, BenchmarkRun::minMillis))
        .and("meanMillisFromPlan", rounds.median(name, BenchmarkRun::meanMillisFromPlan))
        .and("totalSeconds", rounds.median(name, BenchmarkRun::totalSeconds))
        .and("threadsStarted", rounds.median(name, BenchmarkRun::started))
        .and("threadsMax", rounds.median(name, BenchmarkRun::threadsMax))
        .and("runs", runs);
  }

  private static JsonFields of(BenchmarkRun run) {
    return JsonFields.of("meanMillis", run.meanMillis())
        .and("maxMillis", run.maxMillis())
        .and("totalSeconds", run.totalSeconds())
        .and("threadsStarted", run.started())
        .and("latestSubmitMillis", run.latestSubmitNanos() / 1e6);
  }
}
