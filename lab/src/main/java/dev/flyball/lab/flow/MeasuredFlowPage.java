package dev.flyball.lab.flow;

import dev.flyball.dataflow.measure.MeasuredNode;
import dev.flyball.dataflow.measure.ThreadsReading;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The measurements of nodes, as a page: their rates, the curve of each, and the machine.
 *
 * @param flow what was found
 */
public record MeasuredFlowPage(MeasuredFlow flow) {

  /** The page, without what is said of the machine and of how to make it again. */
  public Report page() {
    Report page =
        Report.of("Service rates of " + names() + " on this machine", headline())
            .with(flow.table());
    for (MeasuredNode node : flow.nodes()) {
      page = page.with(new Picture(chart(node), caption(node)));
    }
    return page;
  }

  private String names() {
    return flow.nodes().stream()
        .map(measured -> measured.node().name())
        .collect(Collectors.joining(", "));
  }

  private Headline headline() {
    List<String> sentences = flow.nodes().stream().map(MeasuredFlowPage::sentence).toList();
    Headline headline =
        sentences.isEmpty()
            ? Headline.of("Nothing was measured.")
            : Headline.of(sentences.get(0))
                .and(String.join(" ", sentences.subList(1, sentences.size())));
    return headline.doubtedIf(!flow.complete(), Headline.ENDED_EARLY);
  }

  /** What a node does with one thread, and the most that was seen of it. */
  private static String sentence(MeasuredNode measured) {
    List<ThreadsReading> readings = measured.rates().readings();
    ThreadsReading one = readings.get(0);
    ThreadsReading most =
        Collections.max(readings, Comparator.comparingDouble(MeasuredFlowPage::rate));
    String text = measured.node().name() + " does " + with(one);
    return most.equals(one)
        ? text + "; more threads brought no more."
        : text + ", " + with(most) + ".";
  }

  private static double rate(ThreadsReading reading) {
    return reading.perSecond().mean();
  }

  private static String with(ThreadsReading reading) {
    return NumberFormat.text(rate(reading))
        + " records per second with "
        + PlanPage.threads(reading.threads());
  }

  private static LineChart chart(MeasuredNode measured) {
    RateCurve curve = measured.node().rate();
    return LineChart.of(
        "Rate of " + measured.node().name(),
        Axis.of("threads", ""),
        Axis.of("records", "1/s"),
        Series.of("measured", points(measured, MeasuredFlowPage::rate)),
        Series.of("curve", points(measured, reading -> curve.perSecond(reading.threads()))));
  }

  private static List<Point> points(MeasuredNode measured, ToDoubleFunction<ThreadsReading> rate) {
    return measured.rates().readings().stream()
        .map(reading -> new Point(reading.threads(), rate.applyAsDouble(reading)))
        .toList();
  }

  private static String caption(MeasuredNode measured) {
    return measured.remarks().stream()
        .map(remark -> Character.toUpperCase(remark.charAt(0)) + remark.substring(1) + ".")
        .collect(Collectors.joining(" "));
  }

  /** What the nodes do, and what was found of the machine. */
  public Facts facts() {
    Facts facts = Facts.of("How it was measured");
    for (MeasuredFlow.Found found : flow.found()) {
      facts = facts.and(found.of().name(), found.of().work().text());
    }
    for (String line : flow.host().lines()) {
      String[] nameAndValue = line.split(": ", 2);
      facts = facts.and(nameAndValue[0], nameAndValue[1]);
    }
    return facts;
  }
}
