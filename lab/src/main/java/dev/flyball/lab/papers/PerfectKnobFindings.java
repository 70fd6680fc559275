package dev.flyball.lab.papers;

import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.papers.PerfectKnob.NoWait;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The findings of the perfect-knob experiment: its results turned into figures and a page.
 *
 * @param experiment what was run
 * @param ceiling what no pool can beat on this load
 * @param results what was measured, pool by pool
 * @param planned how many pools were to run
 */
record PerfectKnobFindings(
    PerfectKnob experiment, NoWait ceiling, List<TrialResult> results, int planned) {

  Findings findings() {
    List<RunRow> rows = new ArrayList<>();
    rows.add(ceiling.row(experiment.seed()));
    results.forEach(result -> rows.add(result.row()));
    RunReport report = RunReport.of("perfect-knob", "real", rows);
    Findings findings =
        new Findings(
                report,
                Report.of(
                    experiment.jdk()
                        ? "A perfect knob to scale a thread pool"
                        : "A governed server under load",
                    summary()))
            .figure("printed", printed().extra())
            .figure("demandWorkers", Math.round(demand() * 1000) / 1000.0)
            .figure("sentLate", sentLate())
            .figure("complete", complete())
            .with(report.table("Side by side"))
            .with(bars())
            .with(health())
            .with(
                new Picture(
                    lines(
                        "Pool sizes",
                        "workers asked for",
                        "",
                        it -> it.overTime(PoolSample::workersTarget)),
                    "Fig. 4 of the paper: the size that each pool was given, second by second."))
            .with(
                new Picture(
                    lines(
                        "Workers that exist",
                        "workers alive",
                        "",
                        it -> it.overTime(PoolSample::workersCurrent)),
                    "What the sizes cost. A worker of ours that idles for 500 ms ends, one of the JDK's pools"
                        + " beyond its core after 60 s."))
            .with(
                new Picture(
                    lines("Throughput", "responses", "1/s", TrialResult::completedOverTime),
                    "Fig. 5 of the paper: responses completed in each second. A pool that is too"
                        + " small goes on long after the load has ended."))
            .with(
                new Picture(
                    averages(),
                    "Fig. 6 of the paper: responses per second, up to the last response."))
            .with(
                new Picture(
                    load(),
                    "Fig. 3 of the paper: requests sent in each second, the same for every"
                        + " pool."));
    findings = experiment.jdk() ? findings.with(printed()).with(new Paragraph(REMARKS)) : findings;
    return findings.measuredBy(
        experiment.command(),
        Facts.of("How it was measured")
            .and("the paper", PerfectKnob.PAPER)
            .and(
                "load", "Poisson, " + NumberFormat.text(experiment.ratePerSecond()) + " per second")
            .and("length", experiment.length().toSeconds() + " s")
            .and(
                "kinds",
                "20 % 100 kB file, 300 ms; 20 % 1000 kB, 400 ms; 50 % 2000 kB, 2000 ms;"
                    + " 10 % CPU, 40 ms")
            .and("offered work", NumberFormat.text(demand()) + " busy workers (lambda * S)")
            .and("workers at the start", PerfectKnob.WORKERS_AT_START)
            .and("a response is awaited", PerfectKnob.PATIENCE.toSeconds() + " s")
            .and("latency", "from the intended time of sending")
            .and("seed", experiment.seed()));
  }

  private boolean complete() {
    return results.size() == planned && results.stream().noneMatch(TrialResult::cutShort);
  }

  private double demand() {
    return experiment.ratePerSecond() * PerfectKnob.meanServiceSeconds();
  }

  private static final String REMARKS =
      "Response times are over all requests offered; a dash stands where fewer were answered."
          + " Throughput in the table is counted while requests are sent; the top row is what a pool in"
          + " which nobody ever waits would reach, since the last requests of two seconds cannot"
          + " end in time. The paper's figures are counted up to the last response.";

  private String summary() {
    if (results.isEmpty()) {
      return "The run was ended early, before anything was measured.";
    }
    TrialResult best = best();
    if (Double.isNaN(best.response().p95())) {
      return "No pool answered 95 of 100 requests"
          + (complete() ? "." : ": the run was ended early.");
    }
    String text =
        String.format(
            Locale.ROOT,
            "%s answered 95 of 100 requests within %s ms, with %s workers on average where the"
                + " work itself keeps %s busy.",
            best.policy(),
            NumberFormat.text(best.response().p95()),
            NumberFormat.text(best.pool().size().workersMean()),
            NumberFormat.text(ceiling.workersMean()));
    Optional<TrialResult> model = result(PerfectKnob.MODEL);
    if (model.isPresent() && !model.get().policy().equals(best.policy())) {
      text +=
          " "
              + PerfectKnob.MODEL
              + ", the paper's model of the JDK pool, needed "
              + NumberFormat.text(model.get().response().p95())
              + " ms.";
    }
    if (sentLate()) {
      text +=
          " But requests were sent late (last column of the second table): this machine was too busy"
              + " with other things, so do not compare.";
    }
    return complete() ? text : text + " The run was ended early; what is missing was not run.";
  }

  /** The quickest for 95 of 100 requests; among those as quick to one per cent, the smallest. */
  private TrialResult best() {
    double quickest = results.stream().mapToDouble(PerfectKnobFindings::p95).min().orElse(0);
    return results.stream()
        .filter(result -> p95(result) <= 1.01 * quickest)
        .min(Comparator.comparingDouble(result -> result.pool().size().workersMean()))
        .orElse(results.get(0));
  }

  private static double p95(TrialResult result) {
    return result.response().p95();
  }

  private boolean sentLate() {
    return results.stream().anyMatch(TrialResult::sentLate);
  }

  private Optional<TrialResult> result(String policy) {
    return results.stream()
        .filter(result -> result.policy().equals(policy) && !result.cutShort())
        .findFirst();
  }

  /** The three bars a good policy passes, for every pool. */
  private Table health() {
    Figures<TrialResult> figures =
        Figures.of(
            Figure.text("", "policy", TrialResult::policy),
            Figure.<TrialResult>number(
                    "",
                    "completed of offered",
                    "",
                    it ->
                        (double) it.load().counts().completed()
                            / Math.max(1, it.load().counts().offered()))
                .percent(),
            Figure.<TrialResult>number(
                    "",
                    "throughput of offered rate",
                    "",
                    it -> it.load().throughputPerSecond() / it.load().offeredPerSecond())
                .percent(),
            Figure.<TrialResult>number(
                    "",
                    "throughput of the oracle's",
                    "",
                    it -> it.load().throughputPerSecond() / ceiling.throughputPerSecond())
                .percent(),
            Figure.number(
                "",
                "p95 / longest service",
                "",
                it -> it.response().p95() / PerfectKnob.LONGEST_MILLIS),
            Figure.number(
                "",
                "mean workers / lambda * S",
                "",
                it -> it.pool().size().workersMean() / demand()),
            Figure.number(
                "",
                "worker time / the work itself",
                "",
                it -> it.workerSeconds() / ceiling.workerSeconds()),
            Figure.number(
                "", "sent late, p99", "ms", it -> it.load().sendLag().percentileNanos(99) / 1e6));
    return figures.table("Fast enough, small enough", results);
  }

  private Picture bars() {
    BarChart chart =
        BarChart.of("Response times", Axis.of("response time", "s"), "p50", "p90", "p95");
    chart = chart.with("oracle: nobody waits", seconds(ceiling.row(0)));
    for (TrialResult result : results) {
      chart = chart.with(result.policy(), seconds(result.row()));
    }
    return new Picture(
        chart,
        "Fig. 7 of the paper: quantiles of the response time, from the intended time of sending"
            + " to the last byte.");
  }

  private static double[] seconds(RunRow row) {
    return new double[] {
      row.number("responseMillis", "p50") / 1000,
      row.number("responseMillis", "p90") / 1000,
      row.number("responseMillis", "p95") / 1000
    };
  }

  private LineChart lines(
      String title, String axis, String unit, Function<TrialResult, Series> line) {
    LineChart chart = LineChart.of(title, Axis.of("time", "s"), Axis.of(axis, unit));
    for (TrialResult result : results) {
      chart = chart.with(line.apply(result));
    }
    return chart;
  }

  private BarChart averages() {
    BarChart chart =
        BarChart.of("Average throughput", Axis.of("responses", "1/s"), "to the last response");
    for (TrialResult result : results) {
      chart = chart.with(result.policy(), result.load().throughputToLastResponse());
    }
    return chart;
  }

  private LineChart load() {
    LineChart chart = LineChart.of("Load", Axis.of("time", "s"), Axis.of("requests sent", "1/s"));
    return results.isEmpty()
        ? chart
        : chart.with(
            Series.of(
                "all pools",
                results.get(0).load().seconds().stream()
                    .map(second -> new Point(second.index() + 1, second.offered()))
                    .toList()));
  }

  private Printed printed() {
    Printed printed =
        Printed.of(
            "Printed beside measured",
            "Bahadur et al. 2022, section 4 (text to Figs. 4 to 7) and section 5");
    Optional<TrialResult> model = result(PerfectKnob.MODEL);
    if (model.isEmpty()) {
      return printed;
    }
    printed =
        printed.and(
            Claim.within(
                0.1,
                "responses per second, pool sized by request rate",
                "1/s",
                80,
                model.get().load().throughputToLastResponse()));
    for (String ours : List.of(PerfectKnob.AS_PRINTED, PerfectKnob.CORRECTED)) {
      Optional<TrialResult> profile = result(ours);
      if (profile.isPresent()) {
        printed = claims(printed, model.get(), profile.get());
      }
    }
    return printed;
  }

  private static Printed claims(Printed printed, TrialResult model, TrialResult profile) {
    String who = " (" + profile.policy() + ")";
    return printed
        .and(
            Claim.within(
                0.1,
                "responses per second, workload profile" + who,
                "1/s",
                98,
                profile.load().throughputToLastResponse()))
        .and(reduction("50th", who, 35, model.response().p50(), profile.response().p50()))
        .and(reduction("90th", who, 59.8, model.response().p90(), profile.response().p90()))
        .and(reduction("95th", who, 73.5, model.response().p95(), profile.response().p95()));
  }

  private static Claim reduction(
      String percentile, String who, double printed, double from, double to) {
    return Claim.within(
        0.25,
        "reduction of the " + percentile + " percentile" + who,
        "%",
        printed,
        from > 0 ? 100 * (from - to) / from : Double.NaN);
  }
}
