package dev.flyball.lab.tasks;

import dev.flyball.base.Require;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A comparison of executors under loads of nested work, with three bars that each of them should
 * pass: all requests are done; the 95th percentile of the latency is at most twice that of the
 * JDK's cached pool under the same load; ten seconds after the burst at most twice as many workers
 * live as the load needs. Where the same tasks were also given from outside, each run of nested
 * work is compared with that run of the same executor: what it takes longer is the cost of nesting,
 * and what that run takes longer than the cached pool's is not.
 *
 * @param loads the loads
 * @param executors the executors, at least one
 * @param rounds how often each executor runs each load
 */
public record NestedComparison(List<NestedLoad> loads, List<TaskExecutor> executors, int rounds) {

  private static final double TIMES_ALLOWED = 2;

  private static final Figures<Judged> FIGURES =
      Figures.of(
          Figure.text("waiting", "waits by", row -> row.run.load().waiting().words()),
          Figure.text("start", "burst on", row -> row.run.load().isCold() ? "cold" : "warm"),
          Figure.count("burst", "burst", row -> row.run.load().burst()),
          Figure.text("executor", "executor", row -> row.run.executor()),
          Figure.count("offered", "offered", row -> row.run.offered()),
          Figure.count("done", "done", row -> row.run.done()),
          Figure.inFiles("failed", row -> row.run.failed()),
          Figure.<Judged>number("p50Millis", "p50", "ms", row -> row.run.quantileMillis(0.5))
              .decimals(0),
          Figure.<Judged>number("p95Millis", "p95", "ms", row -> row.run.quantileMillis(0.95))
              .decimals(0),
          Figure.<Judged>number("maxMillis", "max", "ms", row -> row.run.quantileMillis(1))
              .decimals(0),
          Figure.<Judged>optional("timesCached", "p95 / cached", "", Judged::timesCached)
              .decimals(1),
          Figure.<Judged>optional("timesOutside", "p95 / outside", "", Judged::timesOutside)
              .decimals(1),
          Figure.count("aliveMax", "alive max", row -> row.run.aliveMax()),
          Figure.<Judged>number(
                  "aliveLasting", "alive 10 s later", "", row -> row.run.aliveLasting())
              .decimals(0),
          Figure.<Judged>number(
                  "askedLasting", "asked 10 s later", "", row -> row.run.askedLasting())
              .decimals(0),
          Figure.<Judged>number(
                  "workersNeeded", "needed", "", row -> row.run.load().workersNeeded())
              .decimals(1),
          Figure.<Judged>inFiles("allDone", Judged::allDone).shownAs("all done", Judged::doneText),
          Figure.text("inTime", "p95 in time", Judged::inTime),
          Figure.<Judged>inFiles("fewWorkers", Judged::fewWorkers)
              .shownAs("few workers", row -> row.fewWorkers() ? "yes" : "NO"));

  private static final String REMARKS =
      "A request waits in a worker for tasks of the pool that runs it. Latency counts from the time"
          + " at which a request was to come, and what did not end counts up to the end of the run."
          + " A limiter's workers are its running tasks. The bars: all done; p95 at most twice that"
          + " of the cached pool; ten seconds after the burst at most twice the workers needed."
          + " \"p95 / outside\" compares with the same executor that is given the same tasks from"
          + " outside, so that none waits for another.";

  public NestedComparison {
    loads = List.copyOf(loads);
    executors = List.copyOf(executors);
    Require.atLeast("number of loads", 1, loads.size());
    Require.atLeast("number of executors", 1, executors.size());
    Require.atLeast("rounds", 1, rounds);
  }

  /** Runs all of it, as far as it is not interrupted. */
  public Chapter run(NestedBench bench, Consumer<String> progress) {
    List<Judged> rows = new ArrayList<>();
    for (int round = 1; round <= rounds && !Thread.currentThread().isInterrupted(); round++) {
      List<NestedRun> runs = new ArrayList<>();
      try {
        for (NestedLoad load : loads) {
          progress.accept("round " + round + " of " + rounds + ": " + load.text());
          for (TaskExecutor executor : executors) {
            runs.add(bench.run(load, executor));
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // what there is will be reported
      }
      runs.forEach(run ->
          rows.add(
              new Judged(
                  run,
                  find(runs, run.load(), Prediction.CACHED),
                  find(runs, run.load().unnested(), run.executor()))));
    }
    if (rows.isEmpty()) {
      return Rounds.nothing("nested");
    }
    List<Section> sections =
        List.of(
            FIGURES.table("Nested work on its own pool", rows, row -> !row.passes()),
            new Paragraph(REMARKS));
    return new Chapter(
        "nested", headline(rows), sections, JsonFields.of("runs", FIGURES.json(rows)));
  }

  private static Optional<NestedRun> find(List<NestedRun> runs, NestedLoad load, String executor) {
    return runs.stream()
        .filter(run -> run.load().equals(load) && run.executor().equals(executor))
        .findFirst();
  }

  private Headline headline(List<Judged> rows) {
    List<String> parts = new ArrayList<>();
    for (TaskExecutor executor : executors) {
      List<Judged> own =
          rows.stream().filter(row -> row.run.executor().equals(executor.name())).toList();
      parts.add(
          executor.name()
              + ": all done in "
              + share(own, Judged::allDone)
              + ", p95 in time in "
              + share(own, row -> row.inTime().equals("yes"))
              + ", few workers later in "
              + share(own, Judged::fewWorkers));
    }
    return Headline.of(
            share(rows, Judged::passes)
                + " runs did all of it, were in time and had few workers later.")
        .and(String.join("; ", parts) + ".")
        .doubtedIfFew(rounds);
  }

  private static String share(List<Judged> rows, Predicate<Judged> bar) {
    return rows.stream().filter(bar).count() + " of " + rows.size();
  }

  /**
   * A run beside others of the same round.
   *
   * @param run the run
   * @param cached the cached pool's run of the same load; empty where it did not take part
   * @param outside the same executor's run of the same tasks from outside; empty where it had none
   */
  private record Judged(NestedRun run, Optional<NestedRun> cached, Optional<NestedRun> outside) {

    boolean allDone() {
      return run.allDone();
    }

    boolean passes() {
      return allDone() && inTime().equals("yes") && fewWorkers();
    }

    String doneText() {
      return allDone() ? "yes" : "NO";
    }

    String inTime() {
      OptionalDouble times = timesCached();
      return times.isEmpty() ? "unknown" : times.getAsDouble() <= TIMES_ALLOWED ? "yes" : "NO";
    }

    boolean fewWorkers() {
      return run.aliveLasting() <= TIMES_ALLOWED * run.load().workersNeeded();
    }

    OptionalDouble timesCached() {
      return times(cached);
    }

    OptionalDouble timesOutside() {
      return times(outside);
    }

    /** How many times as large as another run's the 95th percentile is. */
    private OptionalDouble times(Optional<NestedRun> other) {
      return other.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(run.quantileMillis(0.95) / other.get().quantileMillis(0.95));
    }
  }
}
