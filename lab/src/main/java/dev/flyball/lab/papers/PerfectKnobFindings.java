package dev.flyball.lab.papers;

import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.harness.TrialResult;
import dev.flyball.lab.papers.PerfectKnob.NoWait;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.chart.BarChart;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.catalogue.Policies;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    Stream<RunRow> rows =
        Stream.concat(
            Stream.of(ceiling.row(experiment.seed())), results.stream().map(TrialResult::row));
    RunReport report = RunReport.of("perfect-knob", "real", rows.toList());
    Findings findings =
        new Findings(
                report,
                Report.of(
                    experiment.jdk()
                        ? "Bahadur et al. 2022, a perfect knob to scale a thread pool"
                        : "A server under load, its pool governed",
                    headline()))
            .figure("printed", printed().extra())
            .figure("demandWorkers", Math.round(demand() * 1000) / 1000.0)
            .figure("sentLate", sentLate())
            .figure("complete", complete())
            .with(report.table("Side by side", results.isEmpty() ? "" : inQuestion().policy()))
            .with(bars())
            .with(health())
            .with(
                picture(
                    "Pool sizes",
                    Axis.of("workers asked for", ""),
                    overTime(PoolSample::workersTarget),
                    "Fig. 4 of the paper: the size that each pool was given, second by second."))
            .with(
                picture(
                    "Workers that exist",
                    Axis.of("workers alive", ""),
                    overTime(PoolSample::workersCurrent),
                    "What the sizes cost. A worker of ours that idles for 500 ms ends, one of the JDK's pools"
                        + " beyond its core after 60 s."))
            .with(
                picture(
                    "Throughput",
                    Axis.of("responses", "1/s"),
                    results.stream().map(TrialResult::completedOverTime),
                    "Fig. 5 of the paper: responses completed in each second. A pool that is too"
                        + " small goes on long after the load has ended."))
            .with(averages())
            .with(
                picture(
                    "Load",
                    Axis.of("requests sent", "1/s"),
                    results.stream().limit(1).map(PerfectKnobFindings::load),
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

  private Headline headline() {
    Headline headline =
        experiment.jdk() && !printed().claims().isEmpty()
            ? Headline.of(printed().tally() + ".").and(said())
            : Headline.of(said());
    long offered = results.stream().mapToLong(it -> it.load().counts().offered()).min().orElse(0);
    return headline
        .and(comparison())
        .doubtedIf(!complete(), Headline.ENDED_EARLY)
        .doubtedIf(
            sentLate(),
            Neighbours.tooBusy("requests were sent late (last column of the second table)"))
        .doubtedIfFew(offered, 0.95, "requests");
  }

  /** What is said of the pool in question, or of the best. */
  private String said() {
    if (results.isEmpty()) {
      return "Nothing was measured.";
    }
    TrialResult best = best();
    if (Double.isNaN(best.response().p95())) {
      return "No pool answered 95 of 100 requests.";
    }
    TrialResult shown = inQuestion();
    String beside =
        shown.equals(best)
            ? "the quickest of " + results.size()
            : "the quickest, %s, within %s ms"
                .formatted(best.policy(), NumberFormat.text(best.response().p95()));
    return String.format(
        Locale.ROOT,
        "%s answered 95 of 100 requests within %s ms, %s.",
        shown.policy(),
        NumberFormat.text(shown.response().p95()),
        beside);
  }

  /** The default policy's result where that is what is shown, or else the best. */
  private TrialResult inQuestion() {
    return experiment.jdk()
        ? best()
        : results.stream()
            .filter(result -> result.policy().equals(Policies.STANDARD))
            .filter(result -> !Double.isNaN(result.response().p95()))
            .findFirst()
            .orElse(best());
  }

  private String comparison() {
    if (results.isEmpty() || Double.isNaN(best().response().p95())) {
      return "";
    }
    TrialResult shown = inQuestion();
    String workers =
        "It had %s workers on average, where the work itself keeps %s busy."
            .formatted(
                NumberFormat.text(shown.pool().size().workersMean()),
                NumberFormat.text(ceiling.workersMean()));
    String model =
        Stream.of(shown, best()).anyMatch(it -> it.policy().equals(PerfectKnob.MODEL))
            ? ""
            : whole(PerfectKnob.MODEL)
                .map(result -> NumberFormat.text(result.response().p95()))
                .map(" request-rate, the paper's model of the JDK pool, needed %s ms."::formatted)
                .collect(Collectors.joining());
    return workers + model;
  }

  /** The quickest for 95 of 100 requests; among those as quick to one per cent, the smallest. */
  private TrialResult best() {
    double quickest = results.stream().mapToDouble(it -> it.response().p95()).min().orElse(0);
    return results.stream()
        .filter(result -> result.response().p95() <= 1.01 * quickest)
        .min(Comparator.comparingDouble(result -> result.pool().size().workersMean()))
        .orElse(results.get(0));
  }

  private boolean sentLate() {
    return results.stream().anyMatch(TrialResult::sentLate);
  }

  /** The result of a policy, unless it was cut short. */
  private Stream<TrialResult> whole(String policy) {
    return results.stream()
        .filter(result -> result.policy().equals(policy) && !result.cutShort())
        .limit(1);
  }

  /** The three bars a good policy passes, for every pool. */
  private Table health() {
    return Figures.of(
            Figure.text("", "policy", TrialResult::policy),
            figure(
                "completed of offered",
                "%",
                it ->
                    100
                        * ((double) it.load().counts().completed()
                            / Math.max(1, it.load().counts().offered()))),
            figure(
                "throughput of offered rate",
                "%",
                it -> 100 * (it.load().throughputPerSecond() / it.load().offeredPerSecond())),
            figure(
                "throughput of the oracle's",
                "%",
                it -> 100 * (it.load().throughputPerSecond() / ceiling.throughputPerSecond())),
            figure(
                "p95 / longest service",
                "",
                it -> it.response().p95() / PerfectKnob.LONGEST_MILLIS),
            figure(
                "mean workers / lambda * S", "", it -> it.pool().size().workersMean() / demand()),
            figure(
                "worker time / the work itself",
                "",
                it -> it.workerSeconds() / ceiling.workerSeconds()),
            figure("sent late, p99", "ms", it -> it.load().sendLag().percentileNanos(99) / 1e6))
        .table("Fast enough, small enough", results, result -> result.equals(inQuestion()));
  }

  private static Figure<TrialResult> figure(
      String title, String unit, ToDoubleFunction<TrialResult> of) {
    return Figure.number("", title, unit, of);
  }

  private Picture bars() {
    BarChart chart =
        bar(
            BarChart.of("Response times", Axis.of("response time", "s"), "p50", "p90", "p95"),
            "oracle: nobody waits",
            ceiling.responseMillis());
    for (TrialResult result : results) {
      chart = bar(chart, result.policy(), result.response());
    }
    return new Picture(
        chart,
        "Fig. 7 of the paper: quantiles of the response time, from the intended time of sending"
            + " to the last byte.");
  }

  private static BarChart bar(BarChart chart, String name, Spread millis) {
    return chart.with(name, millis.p50() / 1000, millis.p90() / 1000, millis.p95() / 1000);
  }

  private static Picture picture(String title, Axis axis, Stream<Series> lines, String caption) {
    return new Picture(new LineChart(title, Axis.of("time", "s"), axis, lines.toList()), caption);
  }

  private Stream<Series> overTime(ToDoubleFunction<PoolSample> figure) {
    return results.stream().map(result -> result.overTime(figure));
  }

  private static Series load(TrialResult result) {
    return Series.of(
        "all pools",
        result.load().seconds().stream()
            .map(second -> new Point(second.index() + 1, second.offered()))
            .toList());
  }

  private Picture averages() {
    BarChart chart =
        BarChart.of("Average throughput", Axis.of("responses", "1/s"), "to the last response");
    for (TrialResult result : results) {
      chart = chart.with(result.policy(), result.load().throughputToLastResponse());
    }
    return new Picture(
        chart, "Fig. 6 of the paper: responses per second, up to the last response.");
  }

  private Printed printed() {
    return new Printed(
        "Printed beside measured",
        "Bahadur et al. 2022, section 4 (text to Figs. 4 to 7) and section 5",
        whole(PerfectKnob.MODEL).flatMap(this::claims).toList());
  }

  private Stream<Claim> claims(TrialResult model) {
    Claim ofModel = throughput("pool sized by request rate", 80, model);
    return Stream.concat(
        Stream.of(ofModel),
        Stream.of(PerfectKnob.AS_PRINTED, PerfectKnob.CORRECTED)
            .flatMap(this::whole)
            .flatMap(profile -> claims(model.response(), profile)));
  }

  private static Stream<Claim> claims(Spread model, TrialResult profile) {
    String who = " (" + profile.policy() + ")";
    Spread response = profile.response();
    return Stream.of(
        throughput("workload profile" + who, 98, profile),
        reduction("50th percentile" + who, 35, model.p50(), response.p50()),
        reduction("90th percentile" + who, 59.8, model.p90(), response.p90()),
        reduction("95th percentile" + who, 73.5, model.p95(), response.p95()));
  }

  private static Claim throughput(String of, double printed, TrialResult result) {
    return Claim.within(
        0.1,
        "responses per second, " + of,
        "1/s",
        printed,
        result.load().throughputToLastResponse());
  }

  private static Claim reduction(String of, double printed, double from, double to) {
    return Claim.within(
        0.25,
        "reduction of the " + of,
        "%",
        printed,
        from > 0 ? 100 * (from - to) / from : Double.NaN);
  }
}
