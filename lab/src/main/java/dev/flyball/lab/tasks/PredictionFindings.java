package dev.flyball.lab.tasks;

import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.tasks.StartCost.Costs;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskBench.BenchmarkRun.Sample;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings of the experiments on prediction, as tables, pictures and figures.
 *
 * @param costs what a thread's start costs, beside more and more threads that compute
 * @param loads the loads of which a round is over at least
 */
record PredictionFindings(List<Costs> costs, List<Rounds> loads) {

  private static final Figures<Costs> OF_COSTS =
      Figures.of(
          Figure.count("computingThreads", "computing threads", Costs::computing),
          Figure.number(
              "startMillisMedian", "started to running, median", "ms", Costs::startMedian),
          Figure.number("startMillisMean", "started to running, mean", "ms", Costs::startMean),
          Figure.number("wakeMillisMedian", "woken to running, median", "ms", Costs::wakeMedian),
          Figure.number("wakeMillisMean", "woken to running, mean", "ms", Costs::wakeMean),
          Figure.number("startCallMillisMedian", "call of start, median", "ms", Costs::callMedian));

  private static final String SOURCE = "Zhang, Su and Wang, Figs. 2 and 3";

  Chapter chapter() {
    List<Section> sections = new ArrayList<>();
    sections.add(printed());
    sections.add(costTable());
    sections.add(new Picture(costChart(), COST_CAPTION));
    for (Rounds rounds : loads) {
      sections.add(rounds.table());
      for (String name : List.of(Prediction.PRINTED, Prediction.EMA, Prediction.OURS)) {
        sections.add(new Picture(threads(rounds, name), THREADS_CAPTION));
      }
    }
    sections.add(new Paragraph(REMARKS));
    JsonFields figures =
        JsonFields.of("printed", printed().extra())
            .and("threadCosts", OF_COSTS.json(costs))
            .and("loads", loads.stream().map(Rounds::json).toList());
    return new Chapter("prediction", summary(), sections, figures);
  }

  private static final String COST_CAPTION =
      "Where the processors are free, the difference is the price of a start. Beside threads that"
          + " compute, whoever waits for a time slice waits longest, and that shows in a mean.";

  private static final String REMARKS =
      "As published, the predicted number becomes the core size of a cached pool. That starts no"
          + " thread: the JDK starts as many as tasks wait, and in a cached pool no task waits."
          + " And while fewer threads exist than the core size, each task starts another, even when"
          + " threads are idle. So no thread is ever started before its task. Moreover,"
          + " with a smoothing of a half the average lags a steady rise by as much as the rise in"
          + " an interval, which is just what the formula adds: it comes out at the present, not"
          + " ahead of it. Our pre-started pools have the threads waiting, last in first out, start"
          + " more on demand as a cached pool does, and keep those for a minute as it does.";

  private static final String THREADS_CAPTION =
      "Threads that run a task, threads wanted, and threads there are, in the last round.";

  private static LineChart threads(Rounds rounds, String name) {
    BenchmarkRun last = rounds.last(name);
    return Rounds.overTime(
        name + ", " + rounds.load().regularity() + ": predicted and active threads",
        "threads",
        Stream.of(
            Series.steps("active", Rounds.points(last, Sample::active)),
            Series.steps("predicted", Rounds.points(last, sample -> sample.asked().orElse(0))),
            Rounds.threads("there", last)));
  }

  private Table costTable() {
    return OF_COSTS
        .only(
            "computingThreads",
            "startCallMillisMedian",
            "startMillisMedian",
            "startMillisMean",
            "wakeMillisMedian",
            "wakeMillisMean")
        .table("What a thread costs, beside threads that compute", costs);
  }

  private BarChart costChart() {
    BarChart chart =
        BarChart.of("To the first instruction", Axis.of("mean time", "ms"), "started", "woken");
    for (Costs beside : costs) {
      chart =
          chart.with(
              beside.computing() + " threads compute", beside.startMean(), beside.wakeMean());
    }
    return chart;
  }

  // ---- Printed beside measured

  private Printed printed() {
    List<Claim> claims = new ArrayList<>();
    for (Rounds rounds : loads) {
      if (rounds.load().sleeping() == 0 && rounds.load().regularity() == Regularity.SINE) {
        claims.addAll(printed(rounds, Prediction.PRINTED, 42.5, 421.1));
        claims.addAll(printed(rounds, Prediction.CACHED, 29.8, 302.8));
        claims.addAll(printed(rounds, Prediction.PER_TASK, 22.5, 203.4));
        claims.add(order(rounds));
      }
    }
    for (Rounds rounds : loads) {
      claims.add(better(rounds, Prediction.EMA));
      claims.add(better(rounds, Prediction.OURS));
    }
    return new Printed("Prediction: printed beside measured", SOURCE, claims);
  }

  /** An executor in Figure 3. */
  private static List<Claim> printed(Rounds rounds, String name, double mean, double max) {
    return List.of(
        beside(name + ": mean", mean, rounds.median(name, BenchmarkRun::meanMillis)),
        beside(name + ": max", max, rounds.median(name, BenchmarkRun::maxMillis)),
        beside(name + ": median", 0.08, rounds.median(name, run -> run.quantileMillis(0.5))));
  }

  /** Another machine, and loads a tenth as long: nothing follows from the two being alike. */
  private static Claim beside(String what, double printed, double measured) {
    return new Claim(
        what,
        "ms",
        printed,
        measured,
        Printed.Verdict.NOT_COMPARABLE,
        "another machine; the order of the executors is compared below");
  }

  /** "The mean and max latency performance of the EMA implementation regressed". */
  private static Claim order(Rounds rounds) {
    double ema = rounds.median(Prediction.PRINTED, BenchmarkRun::meanMillis);
    double cached = rounds.median(Prediction.CACHED, BenchmarkRun::meanMillis);
    double perTask = rounds.median(Prediction.PER_TASK, BenchmarkRun::meanMillis);
    return Claim.statement(
        "the published EMA pool's mean is above cached's, and that above thread-per-task's",
        ema > cached && cached > perTask,
        Rounds.said("%s, %s and %s ms, medians of ", ema, cached, perTask)
            + rounds.rounds()
            + " rounds");
  }

  private static Claim better(Rounds rounds, String name) {
    double mean = rounds.median(name, BenchmarkRun::meanMillis);
    double max = rounds.median(name, BenchmarkRun::maxMillis);
    double meanBest = least(rounds, BenchmarkRun::meanMillis);
    double maxBest = least(rounds, BenchmarkRun::maxMillis);
    return Claim.statement(
        name
            + " starts tasks sooner than cached and thread-per-task, in mean and max: "
            + rounds.load().text(),
        mean < meanBest && max < maxBest,
        Rounds.said(
                "mean %s against %s ms, max %s against %s ms, medians of ",
                mean, meanBest, max, maxBest)
            + rounds.rounds()
            + " rounds");
  }

  private static double least(Rounds rounds, ToDoubleFunction<BenchmarkRun> figure) {
    return Math.min(
        rounds.median(Prediction.CACHED, figure), rounds.median(Prediction.PER_TASK, figure));
  }

  private String summary() {
    return loads.isEmpty()
        ? "Ended before a round was over."
        : loads.stream().map(PredictionFindings::summary).collect(Collectors.joining(" "));
  }

  private static String summary(Rounds rounds) {
    TaskLoad load = rounds.load();
    return String.format(
            Locale.ROOT, "%s, %.0f %% asleep", load.regularity(), 100 * load.sleeping())
        + Rounds.said(
            ": mean start latency %s ms for our pre-started pool, %s ms for cached, %s ms for a"
                + " thread per task.",
            rounds.median(Prediction.OURS, BenchmarkRun::meanMillis),
            rounds.median(Prediction.CACHED, BenchmarkRun::meanMillis),
            rounds.median(Prediction.PER_TASK, BenchmarkRun::meanMillis));
  }
}
