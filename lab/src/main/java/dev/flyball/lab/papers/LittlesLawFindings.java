package dev.flyball.lab.papers;

import dev.flyball.lab.papers.LittlesLawExperiments.Ending;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.policies.law.Verdict;
import dev.flyball.policy.Observation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  private static final Figures<Ending> BEAN =
      Figures.of(
          Figure.text("", "experiment", ending -> ending.experiment().name()),
          bean("RequestPerSecondRetirementRate", "retirement rate", "1/s", 1),
          bean("AverageServiceTime", "service", "ms", 1000),
          bean("AverageTimeWaitingInPool", "waiting", "ms", 1000),
          bean("AverageResponseTime", "response", "ms", 1000),
          bean("EstimatedAverageNumberOfActiveRequests", "active, estimated", "", 1),
          bean("MeasuredAverageNumberOfActiveRequests", "active, measured", "", 1),
          bean("RatioOfDeadTimeToResponseTime", "dead time", "%", 100),
          bean("RatioOfActiveRequestsToCoreCount", "active / cores", "", 1),
          Figure.number(
              "requestsRetiredIn30Seconds", "retired in 30 s", "", Ending::retiredIn30Seconds),
          Figure.number(
              "hostBusyPercent", "processors busy", "%", LittlesLawFindings::hostBusyPercent));

  private static final Figures<Ending> HELP =
      Figures.of(
          Figure.text("", "experiment", ending -> ending.experiment().name()),
          Figure.text(
              "moreWorkers", "verdict", ending -> Verdict.on(ending.life()).answer().sentence()),
          Figure.text("moreWorkersWhy", "because", ending -> Verdict.on(ending.life()).why()));

  private static Figure<Ending> bean(String attribute, String title, String unit, double times) {
    return Figure.<Ending>number("", title, unit, ending -> ending.read(attribute)).times(times);
  }

  Findings findings() {
    Printed printed =
        Printed.of("Printed beside measured", "Pepperdine 2013, experiments 1 to 4, Figs. 2 to 5");
    for (Ending ending : endings) {
      printed = claims(printed, ending);
    }
    double waitMillis = LittlesLawExperiments.UNIT_MILLIS - cpuMillis;
    RunReport rows = RunReport.of("littles-law", "real", endings.stream().map(this::row).toList());
    return new Findings(rows, Report.of("Little's law and the size of a pool", summary()))
        .with(BEAN.table("The pool's bean at the end of each run", endings))
        .printed(printed)
        .with(HELP.table("Would more workers help?", endings))
        .with(
            new Picture(
                retired(),
                "More workers retire more requests until the processors are full; beyond that"
                    + " they only move the wait from the queue into the service time."))
        .with(new Picture(responseParts(), "Where a response's time goes: waiting or service."))
        .with(rows.table("As the clients saw it"))
        .with(new Paragraph(REMARKS))
        .figure("unitCpuMillis", cpuMillis)
        .figure("unitWaitMillis", waitMillis)
        .measuredBy(
            String.format(
                Locale.ROOT,
                "./flyball paper littles-law --seconds %d --seed %d",
                experiments.length().toSeconds(),
                experiments.seed()),
            Facts.of("How it was measured")
                .and(
                    "unit of work",
                    NumberFormat.text(cpuMillis)
                        + " ms digits of pi, then "
                        + NumberFormat.text(waitMillis)
                        + " ms waiting")
                .and(
                    "each experiment",
                    experiments.length().toSeconds() + " s, closed loop, no think time")
                .and(
                    "the article's machine",
                    "4 cores; unit about 33 ms on a core and 27 ms waiting")
                .and("seed", experiments.seed()));
  }

  private static final String REMARKS =
      "The load generator shares the processors with the server, and retired requests are scaled to"
          + " 30 s where a run was shorter. Where the article's machine had four cores and this one"
          + " has fewer, the same share of busy processors means more waiting for them, so the last"
          + " step gains less here. \"Estimated\" active requests are retirement rate times"
          + " response time (Little's law); \"measured\" is the number in the pool averaged over"
          + " time, counted independently.";

  private RunRow row(Ending ending) {
    RunRow.Builder row = ending.trial().basics();
    ending.bean().forEach((name, value) -> row.extra(uncapitalised(name), value));
    return row.extras(BEAN, ending).extras(HELP, ending).build();
  }

  private static String uncapitalised(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static double hostBusyPercent(Ending ending) {
    Observation.Host host = ending.life().host();
    return 100 * host.hostBusyCores().orElse(Double.NaN) / host.cores();
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
              1000 * ending.read("AverageTimeWaitingInPool"),
              1000 * ending.read("AverageServiceTime"));
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
