package dev.flyball.lab.bench;

import dev.flyball.lab.bench.BothRuns.Compared;
import dev.flyball.lab.bench.BothRuns.InPool;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.sim.PoolOutcome;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The findings of the comparison of the two benches, as figures and as a page.
 *
 * @param experiment what was run
 * @param accuracy how near this machine's steps come to what is wanted
 * @param switchCost what it costs here that threads share cores
 * @param runs what was measured, scenario by scenario
 */
record AgreementFindings(
    Agreement experiment,
    List<HostCalibration.Accuracy> accuracy,
    SwitchCost switchCost,
    List<BothRuns> runs) {

  private static final String EXPLANATION =
      "Both benches run the same tasks, drawn by the same dice, under the same policy. Throughput"
          + " is counted while tasks arrive, response times from the moment the pool takes a task,"
          + " workers are averaged up to the end of the last task. A real run is not to be trusted"
          + " when tasks were handed over late, or when other processes were busy.";

  private record Line(InPool in, Compared compared) {}

  private static final Figures<Line> LINES =
      Figures.of(
          Figure.text("scenario", "scenario", line -> line.in().name()),
          Figure.<Line>inFiles("compared", line -> Compared.FIGURES.json(line.compared())));

  private static final Figures<InPool> CIRCUMSTANCES =
      Figures.of(
          Figure.text("", "scenario", InPool::name),
          Figure.number(
              "", "handed over late, p99", "ms", in -> in.client().lag().p99Nanos() / 1e6),
          Figure.number(
              "",
              "p95 from the intended time",
              "ms",
              in -> in.client().response().p95Nanos() / 1e6),
          Figure.number(
              "",
              "busy cores of this process",
              "",
              in -> in.run().real().outcome().hostBusyCores()),
          Figure.number("", "virtual busy cores", "", in -> in.run().virtual().hostBusyCores()),
          Figure.count("", "tries", in -> in.run().tries()),
          Figure.text(
              "", "not to be trusted because", in -> in.run().real().distrust().orElse("")));

  private static final Figures<HostCalibration.Accuracy> STEPS =
      Figures.of(
          Figure.text("step", "step", HostCalibration.Accuracy::what),
          Figure.<HostCalibration.Accuracy>number(
                  "wantedNanos", "wanted", "us", HostCalibration.Accuracy::wantedNanos)
              .times(1e-3),
          Figure.<HostCalibration.Accuracy>number(
                  "meanNanos", "took", "us", HostCalibration.Accuracy::meanNanos)
              .times(1e-3),
          Figure.<HostCalibration.Accuracy>number(
                  "", "difference", "", HostCalibration.Accuracy::error)
              .percent());

  Findings findings() {
    List<InPool> pools = runs.stream().flatMap(run -> run.pools().stream()).toList();
    List<Line> lines =
        pools.stream()
            .flatMap(in -> in.compared().stream().map(compared -> new Line(in, compared)))
            .toList();
    Figures<Line> shown =
        LINES
            .only("scenario")
            .and(
                new Figures<>(
                    Compared.FIGURES.all().stream().map(it -> it.of(Line::compared)).toList()));
    Findings findings =
        new Findings(
                RunReport.of("agreement", "both", pools.stream().flatMap(InPool::rows).toList()),
                Report.of("Virtual and real", summary()))
            .figure("agreement", LINES.json(lines))
            .with(shown.table("Virtual beside real", lines))
            .with(CIRCUMSTANCES.table("How the real runs went", pools))
            .with(new Paragraph(EXPLANATION));
    for (InPool in : pools) {
      findings = findings.with(picture(in));
    }
    return findings
        .table("accuracy", "Steps on this machine", STEPS, accuracy)
        .figure("sliceNanos", switchCost.sliceNanos())
        .figure("switchNanos", switchCost.switchNanos())
        .figure("complete", complete())
        .measuredBy(
            experiment.command(),
            Facts.of("How it was measured")
                .and("policy", experiment.policy())
                .and("scenarios", scenarios())
                .and("seed", "each scenario's own")
                .and("tasks get to the pool", words(experiment.entryPoint()))
                .and(
                    "a thread that shares a core computes for",
                    nanos(switchCost.sliceNanos(), 1e6, "ms"))
                .and("a switch costs", nanos(switchCost.switchNanos(), 1e3, "us")));
  }

  private String scenarios() {
    return experiment.scenarios().stream()
        .map(scenario ->
            String.format(
                Locale.ROOT,
                "%s, %s s, seed %d",
                scenario.name(),
                NumberFormat.text(scenario.lengthNanos() / 1e9),
                scenario.seed()))
        .collect(Collectors.joining("; "));
  }

  private boolean complete() {
    return runs.size() == experiment.scenarios().size();
  }

  private static String words(RealBench.EntryPoint entryPoint) {
    return entryPoint == RealBench.EntryPoint.HTTP
        ? "over HTTP on loopback"
        : "from a thread of the process";
  }

  private static String nanos(double nanos, double per, String unit) {
    return Double.isNaN(nanos) ? "unknown" : NumberFormat.text(nanos / per) + " " + unit;
  }

  private String summary() {
    if (runs.isEmpty()) {
      return "The run was ended early, before anything was compared.";
    }
    long agree = runs.stream().filter(BothRuns::holds).count();
    long distrusted = runs.stream().filter(run -> run.real().distrust().isPresent()).count();
    String text =
        String.format(
            Locale.ROOT,
            "On %d of %d scenarios the two benches agree: throughput within %.0f %%, p95 within"
                + " %.0f %%, mean workers within %.0f %%.",
            agree,
            runs.size(),
            100 * BothRuns.THROUGHPUT_ALLOWED,
            100 * BothRuns.P95_ALLOWED,
            100 * BothRuns.WORKERS_ALLOWED);
    if (distrusted > 0) {
      text +=
          " Not to be trusted, as the second table says: "
              + distrusted
              + " of the real runs, whether they agree or not.";
    }
    return complete() ? text : text + " The run was ended early; what is missing was not run.";
  }

  private static Picture picture(InPool in) {
    LineChart chart =
        LineChart.of(
            in.name(),
            Axis.of("time", "s"),
            Axis.of("workers", ""),
            workers("virtual", in.virtual()),
            workers("real", in.real()));
    return new Picture(chart, "Workers that exist, in virtual and in real time.");
  }

  private static Series workers(String name, PoolOutcome outcome) {
    return Series.of(
        name,
        outcome.samples().stream()
            .map(sample -> new Point(sample.atNanos() / 1e9, sample.workersMean()))
            .toList());
  }
}
