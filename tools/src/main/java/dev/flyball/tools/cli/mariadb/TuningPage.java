package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.tools.cli.mariadb.TuningHistory.Held;
import dev.flyball.tools.cli.mariadb.TuningHistory.Moment;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A tuning run as a page and as figures, once it has ended.
 *
 * @param title what was governed
 * @param headline what came of it
 * @param what what counts as done, in the plural
 * @param knob the number that was governed
 * @param history the sizes, and the line of moments
 * @param beganNanos when the run began, on the clock of the decisions
 * @param parameters what was asked for, and of which server
 * @param command what was typed
 */
record TuningPage(
    String title,
    Headline headline,
    String what,
    String knob,
    TuningHistory history,
    long beganNanos,
    Facts parameters,
    String command) {

  private static final Axis TIME = Axis.of("time", "s");

  Report page() {
    Report page =
        Report.of(title, headline)
            .with(sizes())
            .with(
                new Picture(
                    line("Size over time", knob, true, Moment::size),
                    "The size that was in force in each window."))
            .with(
                new Picture(
                    line("Throughput over time", what + " per second", false, Moment::perSecond),
                    "What the server did meanwhile, for all its clients."));
    return Provenance.addTo(page, parameters.and("seed", Provenance.NO_SEED), command);
  }

  private Table sizes() {
    Table table =
        Table.of(
            "The sizes that were in force",
            Column.text("size"),
            Column.number("held", "s"),
            Column.number("share of the time", "%"),
            Column.number(what, "/s"));
    double all = history.sizes().values().stream().mapToDouble(Held::seconds).sum();
    for (Map.Entry<Integer, Held> size : history.sizes().entrySet()) {
      Held held = size.getValue();
      table =
          table.row(
              String.valueOf(size.getKey()),
              held.seconds(),
              100 * held.seconds() / all,
              held.perSecond());
    }
    return table;
  }

  private LineChart line(
      String title, String axis, boolean steps, ToDoubleFunction<Moment> figure) {
    List<Point> points =
        history.moments().stream()
            .map(moment -> new Point(seconds(moment), figure.applyAsDouble(moment)))
            .toList();
    return LineChart.of(title, TIME, Axis.of(axis, ""), new Series("the server", points, steps));
  }

  private double seconds(Moment moment) {
    return (moment.atNanos() - beganNanos) / 1e9;
  }

  JsonFields figures() {
    double all = history.sizes().values().stream().mapToDouble(Held::seconds).sum();
    List<JsonFields> sizes =
        history.sizes().entrySet().stream()
            .map(size ->
                JsonFields.of("size", size.getKey())
                    .and("seconds", size.getValue().seconds())
                    .and("share", size.getValue().seconds() / all)
                    .and("perSecond", size.getValue().perSecond()))
            .toList();
    List<JsonFields> moments =
        history.moments().stream()
            .map(moment ->
                JsonFields.of("atSeconds", seconds(moment))
                    .and("size", moment.size())
                    .and("perSecond", moment.perSecond()))
            .toList();
    JsonFields figures =
        JsonFields.of("summary", headline.text())
            .and("objective", what)
            .and("knob", knob)
            .and("sizes", sizes)
            .and("moments", moments);
    return Provenance.addTo(figures, command);
  }
}
