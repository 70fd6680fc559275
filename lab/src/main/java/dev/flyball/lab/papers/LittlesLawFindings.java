package dev.flyball.lab.papers;

import dev.flyball.lab.papers.LittlesLawExperiments.Ending;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.policies.law.Verdict;
import dev.flyball.policy.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The findings of the Little's law experiments: their endings turned into figures and a page.
 *
 * @param experiments what was run
 * @param endings what was measured, experiment by experiment
 * @param cpuMillis how much of a unit of work is on a core, in milliseconds
 */
record LittlesLawFindings(
    LittlesLawExperiments experiments, List<Ending> endings, double cpuMillis) {

  Findings findings() {
    String command =
        String.format(
            Locale.ROOT,
            "./flyball paper littles-law --seconds %d --seed %d",
            experiments.length().toSeconds(),
            experiments.seed());
    List<RunRow> rows = new ArrayList<>();
    Printed printed =
        Printed.of("Printed beside measured", "Pepperdine 2013, experiments 1 to 4, Figs. 2 to 5");
    for (Ending ending : endings) {
      rows.add(row(ending));
      printed = claims(printed, ending);
    }
    RunReport figures =
        RunReport.of("littles-law", "real", rows)
            .with("printed", printed.extra())
            .with("unitCpuMillis", cpuMillis)
            .with("unitWaitMillis", LittlesLawExperiments.UNIT_MILLIS - cpuMillis);
    Report page =
        Report.of("Little's law and the size of a pool", summary())
            .with(beanTable())
            .with(printed)
            .with(helpTable())
            .with(
                new Picture(
                    retired(),
                    "More workers retire more requests until the processors are full; beyond that"
                        + " they only move the wait from the queue into the service time."))
            .with(new Picture(responseParts(), "Where a response's time goes: waiting or service."))
            .with(figures.table("As the clients saw it"))
            .with(new Paragraph(REMARKS));
    Facts parameters =
        Facts.of("How it was measured")
            .and(
                "unit of work",
                NumberFormat.text(cpuMillis)
                    + " ms digits of pi, then "
                    + NumberFormat.text(LittlesLawExperiments.UNIT_MILLIS - cpuMillis)
                    + " ms waiting")
            .and(
                "each experiment",
                experiments.length().toSeconds() + " s, closed loop, no think time")
            .and("the article's machine", "4 cores; unit about 33 ms on a core and 27 ms waiting")
            .and("seed", experiments.seed());
    return new Findings(
        Provenance.addTo(figures, command), Provenance.addTo(page, parameters, command));
  }

  private static final String REMARKS =
      "The load generator shares the processors with the server, and retired requests are scaled to"
          + " 30 s where a run was shorter. Where the article's machine had four cores and this one"
          + " has fewer, the same share of busy processors means more waiting for them, so the last"
          + " step gains less here. \"Estimated\" active requests are retirement rate times"
          + " response time (Little's law); \"measured\" is the number in the pool averaged over"
          + " time, counted independently.";

  private static RunRow row(Ending ending) {
    RunRow.Builder row = ending.trial().basics();
    ending.bean().forEach((name, value) -> row.extra(uncapitalised(name), value));
    row.extra("requestsRetiredIn30Seconds", ending.retiredIn30Seconds());
    row.extra("hostBusyPercent", hostBusyPercent(ending).orElse(Double.NaN));
    Verdict verdict = Verdict.on(ending.life());
    row.extra("moreWorkers", verdict.answer().sentence()).extra("moreWorkersWhy", verdict.why());
    return row.build();
  }

  private static String uncapitalised(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static OptionalDouble hostBusyPercent(Ending ending) {
    Observation.Host host = ending.life().host();
    return host.hostBusyCores().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * host.hostBusyCores().getAsDouble() / host.cores());
  }

  private static Printed claims(Printed printed, Ending ending) {
    Printed more = printed;
    for (Map.Entry<String, Double> figure :
        new TreeMap<>(ending.experiment().printed()).entrySet()) {
      String what = ending.experiment().name() + ": " + figure.getKey();
      double measured = ending.figure(figure.getKey());
      boolean nearZero =
          figure.getValue() < 1 && figure.getKey().equals(LittlesLawExperiments.DEAD);
      more =
          more.and(
              nearZero
                  ? Claim.statement(
                      what + ": printed " + NumberFormat.text(figure.getValue()),
                      measured < 1,
                      "measured "
                          + NumberFormat.text(measured)
                          + "; both next to nothing (below 1 %)")
                  : Claim.within(0.15, what, "", figure.getValue(), measured));
    }
    return more;
  }

  private Table beanTable() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("experiment"));
    columns.add(Column.number("retirement rate", "1/s"));
    columns.add(Column.number("service", "ms"));
    columns.add(Column.number("waiting", "ms"));
    columns.add(Column.number("response", "ms"));
    columns.add(Column.number("active, estimated"));
    columns.add(Column.number("active, measured"));
    columns.add(Column.number("dead time", "%"));
    columns.add(Column.number("active / cores"));
    columns.add(Column.number("retired in 30 s"));
    columns.add(Column.number("processors busy", "%"));
    Table table =
        Table.of("The pool's bean at the end of each run", columns.toArray(new Column[0]));
    for (Ending ending : endings) {
      Map<String, Double> bean = ending.bean();
      table =
          table.row(
              ending.experiment().name(),
              bean.getOrDefault("RequestPerSecondRetirementRate", Double.NaN),
              1000 * bean.getOrDefault("AverageServiceTime", Double.NaN),
              1000 * bean.getOrDefault("AverageTimeWaitingInPool", Double.NaN),
              1000 * bean.getOrDefault("AverageResponseTime", Double.NaN),
              bean.getOrDefault("EstimatedAverageNumberOfActiveRequests", Double.NaN),
              bean.getOrDefault("MeasuredAverageNumberOfActiveRequests", Double.NaN),
              100 * bean.getOrDefault("RatioOfDeadTimeToResponseTime", Double.NaN),
              bean.getOrDefault("RatioOfActiveRequestsToCoreCount", Double.NaN),
              ending.retiredIn30Seconds(),
              hostBusyPercent(ending).orElse(Double.NaN));
    }
    return table;
  }

  private Table helpTable() {
    Table table =
        Table.of(
            "Would more workers help?",
            Column.text("experiment"),
            Column.text("verdict"),
            Column.text("because"));
    for (Ending ending : endings) {
      Verdict verdict = Verdict.on(ending.life());
      table = table.row(ending.experiment().name(), verdict.answer().sentence(), verdict.why());
    }
    return table;
  }

  private BarChart retired() {
    BarChart chart =
        BarChart.of("Requests retired", Axis.of("requests in 30 s", ""), "printed", "measured");
    for (Ending ending : endings) {
      double printed =
          ending.experiment().printed().getOrDefault(LittlesLawExperiments.RETIRED, Double.NaN);
      chart = chart.with(ending.experiment().name(), printed, ending.retiredIn30Seconds());
    }
    return chart;
  }

  private BarChart responseParts() {
    BarChart chart =
        BarChart.of("Parts of the response time", Axis.of("mean time", "ms"), "waiting", "service");
    for (Ending ending : endings) {
      chart =
          chart.with(
              ending.experiment().name(),
              1000 * ending.bean().getOrDefault("AverageTimeWaitingInPool", Double.NaN),
              1000 * ending.bean().getOrDefault("AverageServiceTime", Double.NaN));
    }
    return chart;
  }

  private String summary() {
    if (endings.size() < 4) {
      return "The run was ended before all experiments were done.";
    }
    return String.format(
        Locale.ROOT,
        "From 1 to 8 workers, 10 clients got %s, then %s, then %s requests done in 30 s, while"
            + " waiting fell from %s %% of the response time to %s %%.",
        NumberFormat.text((double) Math.round(endings.get(1).retiredIn30Seconds())),
        NumberFormat.text((double) Math.round(endings.get(2).retiredIn30Seconds())),
        NumberFormat.text((double) Math.round(endings.get(3).retiredIn30Seconds())),
        NumberFormat.text((double) Math.round(endings.get(1).figure(LittlesLawExperiments.DEAD))),
        NumberFormat.text((double) Math.round(endings.get(3).figure(LittlesLawExperiments.DEAD))));
  }
}
