package dev.flyball.lab.bench;

import dev.flyball.lab.bench.BothRuns.Compared;
import dev.flyball.lab.bench.Pacer.ClientSide;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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

  Findings findings() {
    List<RunRow> rows = new ArrayList<>();
    runs.forEach(run -> rows.addAll(run.rows()));
    RunReport figures =
        RunReport.of("agreement", "both", rows)
            .with("agreement", runs.stream().flatMap(run -> compared(run).stream()).toList())
            .with("accuracy", accuracy.stream().map(AgreementFindings::extra).toList())
            .with("sliceNanos", switchCost.sliceNanos())
            .with("switchNanos", switchCost.switchNanos())
            .with("complete", complete());
    return new Findings(Provenance.addTo(figures, experiment.command()), page());
  }

  /** Each with its length and the seed from which both benches draw its tasks. */
  private String scenarios() {
    return experiment.scenarios().stream()
        .map(scenario ->
            scenario.name()
                + ", "
                + NumberFormat.text(scenario.lengthNanos() / 1e9)
                + " s, seed "
                + scenario.seed())
        .collect(Collectors.joining("; "));
  }

  private boolean complete() {
    return runs.size() == experiment.scenarios().size();
  }

  private static List<JsonFields> compared(BothRuns run) {
    List<JsonFields> all = new ArrayList<>();
    for (int pool = 0; pool < run.scenario().pools().size(); pool++) {
      String name = run.name(pool);
      run.compared(pool)
          .forEach(
              figure -> all.add(JsonFields.of("scenario", name).and("compared", figure.extra())));
    }
    return all;
  }

  private static JsonFields extra(HostCalibration.Accuracy step) {
    return JsonFields.of("step", step.what())
        .and("wantedNanos", step.wantedNanos())
        .and("meanNanos", step.meanNanos());
  }

  // ---- The page

  private Report page() {
    Report page =
        Report.of("Virtual and real", summary())
            .with(agreementTable())
            .with(circumstances())
            .with(new Paragraph(EXPLANATION));
    for (BothRuns run : runs) {
      for (int pool = 0; pool < run.scenario().pools().size(); pool++) {
        page = page.with(picture(run, pool));
      }
    }
    Facts facts =
        Facts.of("How it was measured")
            .and("policy", experiment.policy())
            .and("scenarios", scenarios())
            .and("seed", "each scenario's own")
            .and("tasks get to the pool", words(experiment.entryPoint()))
            .and(
                "a thread that shares a core computes for",
                nanos(switchCost.sliceNanos(), 1e6, "ms"))
            .and("a switch costs", nanos(switchCost.switchNanos(), 1e3, "us"));
    return Provenance.addTo(page.with(steps()), facts, experiment.command());
  }

  private static String words(RealBench.EntryPoint entryPoint) {
    return entryPoint == RealBench.EntryPoint.HTTP
        ? "over HTTP on loopback"
        : "from a thread of the process";
  }

  private static String nanos(OptionalDouble nanos, double per, String unit) {
    return nanos.isPresent()
        ? NumberFormat.text(nanos.getAsDouble() / per) + " " + unit
        : "unknown";
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

  private Table agreementTable() {
    Table table =
        Table.of(
            "Virtual beside real",
            Column.text("scenario"),
            Column.text("figure"),
            Column.number("virtual"),
            Column.number("real"),
            Column.number("difference"),
            Column.number("allowed"),
            Column.text("agrees"));
    for (BothRuns run : runs) {
      for (int pool = 0; pool < run.scenario().pools().size(); pool++) {
        for (Compared figure : run.compared(pool)) {
          table = row(table, run.name(pool), figure);
        }
      }
    }
    return table;
  }

  private static Table row(Table table, String name, Compared figure) {
    return table.row(
        name,
        figure.unit().isEmpty() ? figure.figure() : figure.figure() + ", " + figure.unit(),
        NumberFormat.text(figure.virtual()),
        NumberFormat.text(figure.real()),
        percent(figure.difference()),
        String.format(Locale.ROOT, "%.0f %%", 100 * figure.allowed()),
        figure.holds() ? "yes" : "no");
  }

  private static String percent(double share) {
    return Double.isNaN(share)
        ? NumberFormat.UNKNOWN
        : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }

  private Table circumstances() {
    Table table =
        Table.of(
            "How the real runs went",
            Column.text("scenario"),
            Column.number("handed over late, p99", "ms"),
            Column.number("p95 from the intended time", "ms"),
            Column.number("busy cores of this process"),
            Column.number("virtual busy cores"),
            Column.number("tries"),
            Column.text("not to be trusted because"));
    for (BothRuns run : runs) {
      for (int pool = 0; pool < run.scenario().pools().size(); pool++) {
        ClientSide client = run.real().clients().get(pool);
        table =
            table.row(
                run.name(pool),
                client.lag().p99Nanos() / 1e6,
                client.response().p95Nanos() / 1e6,
                run.real().outcome().hostBusyCores(),
                run.virtual().hostBusyCores(),
                run.tries(),
                run.real().distrust().orElse(""));
      }
    }
    return table;
  }

  private Table steps() {
    Table table =
        Table.of(
            "Steps on this machine",
            Column.text("step"),
            Column.number("wanted", "us"),
            Column.number("took", "us"),
            Column.number("difference", "%"));
    for (HostCalibration.Accuracy step : accuracy) {
      table =
          table.row(
              step.what(), step.wantedNanos() / 1e3, step.meanNanos() / 1e3, 100 * step.error());
    }
    return table;
  }

  private static Picture picture(BothRuns run, int pool) {
    LineChart chart =
        LineChart.of(
            run.name(pool),
            Axis.of("time", "s"),
            Axis.of("workers", ""),
            workers("virtual", run.virtual(), pool),
            workers("real", run.real().outcome(), pool));
    return new Picture(chart, "Workers that exist, in virtual and in real time.");
  }

  private static Series workers(String name, Outcome outcome, int pool) {
    List<Sample> samples = outcome.pools().get(pool).samples();
    return Series.of(
        name,
        samples.stream()
            .map(sample -> new Point(sample.atNanos() / 1e9, sample.workersMean()))
            .toList());
  }
}
