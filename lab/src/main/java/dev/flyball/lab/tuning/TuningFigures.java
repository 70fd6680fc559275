package dev.flyball.lab.tuning;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The results of loads, for machines. */
public final class TuningFigures {

  private TuningFigures() {}

  /** A row for each governed run, and one for each fixed size that was compared. */
  public static List<RunRow> rows(List<CellResult> results, long seed) {
    List<RunRow> rows = new ArrayList<>();
    for (CellResult result : results) {
      result.tuned().forEach(run -> rows.add(row(result, run, seed)));
      result.fixed().forEach(size -> rows.add(row(result, size, seed)));
    }
    return rows;
  }

  private static RunRow row(CellResult result, GovernedRun run, long seed) {
    RunRow.Builder row = builder(result, run.policy(), run.load(), seed).resizes(run.changes());
    Optional<Convergence> found = run.convergence();
    OptionalDouble best = result.bestPerSecond();
    double perSecond = best.orElse(Double.NaN);
    return row.extra("startGroups", run.start())
        .extra("endGroups", run.opt())
        .extra("convergedSeconds", found.map(Convergence::afterSeconds).orElse(Double.NaN))
        .extra("convergedWindows", found.map(at -> (double) at.windows()).orElse(Double.NaN))
        .extra("lostTransactions", run.lostTransactions(perSecond))
        .extra("lostSecondsOfBest", run.lostTransactions(perSecond) / perSecond)
        .extra("lostSecondsByCurve", result.sweep().map(run::lostSecondsBy).orElse(Double.NaN))
        .extra("shareOfBest", result.shareOfBest(run).map(Repeated::median).orElse(Double.NaN))
        .extra("shareOfBestGoverned", run.end().transactionsPerSecond() / perSecond)
        .build();
  }

  private static RunRow row(CellResult result, SizeFigures size, long seed) {
    Stretch all =
        new Stretch(size.turns().stream().flatMap(turn -> turn.seconds().stream()).toList());
    Repeated reached = size.transactionsPerSecond();
    return builder(result, "fixed(workers=" + size.groups() + ")", all, seed)
        .workersMean(size.groups())
        .workersMax(size.groups())
        .resizes(0)
        .extra("medianPerSecond", reached.median())
        .extra("lowerQuartilePerSecond", reached.lowerQuartile())
        .extra("upperQuartilePerSecond", reached.upperQuartile())
        .build();
  }

  private static RunRow.Builder builder(CellResult result, String policy, Stretch load, long seed) {
    OptionalDouble p95 = load.latencyP95Millis();
    double unknown = Double.NaN;
    return RunRow.builder(policy, seed)
        .completed(load.seconds().stream().mapToLong(Second::transactions).sum())
        .failed(load.errors())
        .throughputPerSecond(load.transactionsPerSecond())
        .responseMillis(new Spread(unknown, unknown, p95.orElse(unknown), unknown, unknown))
        .extra("profile", result.cell().profileName())
        .extra("connections", result.cell().connections())
        .extra("questionsPerSecond", load.questionsPerSecond())
        .extra("latencyMeanMillis", load.latencyMeanMillis());
  }

  /** The table of gains: one value for each load. */
  public static List<JsonFields> gains(List<CellResult> results) {
    return results.stream()
        .map(result ->
            load(result)
                .and("opt", result.opt().map(Integer::doubleValue).orElse(Double.NaN))
                .and("usual", questions(result.usual()))
                .and("contr", questions(result.contr()))
                .and("diffPercent", percent(result.gain().map(Repeated::median)))
                .and("diffLowerQuartile", percent(result.gain().map(Repeated::lowerQuartile)))
                .and("diffUpperQuartile", percent(result.gain().map(Repeated::upperQuartile))))
        .toList();
  }

  private static double questions(Optional<SizeFigures> size) {
    return size.map(measured -> measured.questionsPerSecond().median()).orElse(Double.NaN);
  }

  private static double percent(Optional<Double> gain) {
    return gain.map(value -> 100 * (value - 1)).orElse(Double.NaN);
  }

  /** The curves. */
  public static List<JsonFields> sweeps(List<CellResult> results) {
    List<JsonFields> sweeps = new ArrayList<>();
    for (CellResult result : results) {
      result.sweep().ifPresent(sweep -> sweeps.add(sweep(load(result), sweep)));
    }
    return sweeps;
  }

  private static JsonFields sweep(JsonFields load, Sweep sweep) {
    return load.and("sizeMatters", sweep.sizeMatters())
        .and("gap", sweep.gap())
        .and("leastGap", sweep.leastGap())
        .and("noise", sweep.noise())
        .and("best", sweep.best().groups())
        .and("smallestGood", sweep.smallestGood().groups())
        .and("gainOverCores", sweep.gainOverCores())
        .and(
            "sizes",
            sweep.sizes().stream()
                .map(size ->
                    JsonFields.of("groups", size.groups())
                        .and("transactionsPerSecond", size.transactionsPerSecond().values())
                        .and("latencyMeanMillis", size.latencyMeanMillis())
                        .and("latencyP95Millis", size.latencyP95Millis()))
                .toList());
  }

  /** What looking costs. */
  public static List<JsonFields> overheads(List<CellResult> results) {
    List<JsonFields> overheads = new ArrayList<>();
    for (CellResult result : results) {
      result
          .overhead()
          .ifPresent(overhead ->
              overheads.add(
                  load(result)
                      .and("looks", overhead.looks())
                      .and("watchedOfUnwatched", overhead.shares().values())));
    }
    return overheads;
  }

  /** The governed runs second by second, with every change of size and its reason. */
  public static List<JsonFields> runs(List<CellResult> results) {
    List<JsonFields> runs = new ArrayList<>();
    for (CellResult result : results) {
      for (GovernedRun run : result.tuned()) {
        runs.add(
            load(result)
                .and("start", run.start())
                .and("seconds", seconds(run))
                .and("changes", changes(run)));
      }
    }
    return runs;
  }

  private static List<JsonFields> seconds(GovernedRun run) {
    return run.load().seconds().stream()
        .map(second ->
            JsonFields.of("at", second.atSeconds() - run.fromSeconds())
                .and("transactionsPerSecond", second.transactionsPerSecond())
                .and("questionsPerSecond", second.questionsPerSecond())
                .and("latencyMeanMillis", second.latency().mean())
                .and("groups", second.groups()))
        .toList();
  }

  private static List<JsonFields> changes(GovernedRun run) {
    return run.moves().stream()
        .filter(Move::changed)
        .map(move ->
            JsonFields.of("at", move.atSeconds() - run.fromSeconds())
                .and("from", move.from())
                .and("to", move.to())
                .and("why", move.why()))
        .toList();
  }

  private static JsonFields load(CellResult result) {
    return JsonFields.of("profile", result.cell().profileName())
        .and("connections", result.cell().connections());
  }
}
