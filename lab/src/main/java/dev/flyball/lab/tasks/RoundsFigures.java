package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Extra;
import java.util.ArrayList;
import java.util.List;

/** Rounds as figures for machines: the medians of each executor, and each of its runs. */
final class RoundsFigures {

  private RoundsFigures() {}

  static Extra of(Rounds rounds) {
    List<Extra> executors = new ArrayList<>();
    for (TaskExecutor executor : rounds.executors()) {
      executors.add(of(rounds, executor.name()));
    }
    return Extra.of("load", rounds.load().text())
        .and("tasks", rounds.load().tasks())
        .and("granularity", rounds.load().granularity().toString())
        .and("regularity", rounds.load().regularity().toString())
        .and("unitMillis", rounds.load().unit().toNanos() / 1e6)
        .and("sleeping", rounds.load().sleeping())
        .and("rounds", rounds.rounds())
        .and("executors", executors);
  }

  private static Extra of(Rounds rounds, String name) {
    List<Extra> runs = rounds.of(name).stream().map(RoundsFigures::of).toList();
    return Extra.of("executor", name)
        .and("meanMillis", rounds.median(name, TaskRun::meanMillis))
        .and("medianMillis", rounds.median(name, run -> run.quantileMillis(0.5)))
        .and("p99Millis", rounds.median(name, run -> run.quantileMillis(0.99)))
        .and("maxMillis", rounds.median(name, TaskRun::maxMillis))
        .and("minMillis", rounds.median(name, TaskRun::minMillis))
        .and("meanMillisFromPlan", rounds.median(name, TaskRun::meanMillisFromPlan))
        .and("totalSeconds", rounds.median(name, TaskRun::totalSeconds))
        .and("threadsStarted", rounds.median(name, TaskRun::started))
        .and("threadsMax", rounds.median(name, TaskRun::threadsMax))
        .and("runs", runs);
  }

  private static Extra of(TaskRun run) {
    return Extra.of("meanMillis", run.meanMillis())
        .and("maxMillis", run.maxMillis())
        .and("totalSeconds", run.totalSeconds())
        .and("threadsStarted", run.started())
        .and("latestSubmitMillis", run.latestSubmitNanos() / 1e6);
  }
}
