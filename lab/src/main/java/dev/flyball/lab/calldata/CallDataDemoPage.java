package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.Table;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of a demonstration, as a page to look at.
 *
 * @param demo what was run
 * @param seen what was seen
 */
record CallDataDemoPage(CallDataDemo demo, DemoResult seen) {

  private static final Axis TIME = Axis.of("time", "s");

  Report page() {
    Report page =
        Report.of("A data-flow program whose threads follow what comes", summary())
            .with(phaseTable())
            .with(ratePicture())
            .with(threadPicture())
            .with(stageTable())
            .with(journal());
    for (DemoResult.Swept swept : seen.sweeps()) {
      page =
          page.with(finalsTable(swept))
              .with(sweepTable(swept))
              .with(new Paragraph(swept.result().account().text() + "."));
    }
    return Provenance.addTo(page, parameters(), demo.command());
  }

  private String summary() {
    StringBuilder text = new StringBuilder();
    for (PhaseFigures phase : phases()) {
      text.append(phase.sentence()).append(' ');
    }
    seen.sweeps().forEach(swept -> text.append(compared(swept)).append(' '));
    text.append(
        seen.account()
            .map(account -> "At the end: " + account.text() + ".")
            .orElse("It was ended before the tickets could be looked for."));
    return text.toString();
  }

  /** The governor under a flood, beside the best of the grid. */
  private static String compared(DemoResult.Swept swept) {
    CallDataSweep.Cell best = swept.result().best();
    return "Of "
        + swept.result().cells().size()
        + " fixed configurations "
        + best.threads().text()
        + " stores most under the "
        + swept.name()
        + ", "
        + NumberFormat.text(best.perSecond())
        + "/s; that which the governor held, "
        + swept.held().text()
        + ", "
        + NumberFormat.text(100 * swept.share())
        + " % of it.";
  }

  private Table phaseTable() {
    Table table =
        Table.of(
            "What came, and what the governor made of it",
            Column.text("conditions"),
            Column.number("offered", "/s"),
            Column.number("stored at the end", "/s"),
            Column.number("most waiting"),
            Column.number("waiting at the end"),
            Column.text("threads before"),
            Column.text("threads at the end"),
            Column.number("kept up after", "s"));
    for (PhaseFigures phase : phases()) {
      table =
          table.row(
              phase.phase().name(),
              phase.phase().perSecond(),
              phase.deliveredAtEnd(),
              phase.mostWaiting(),
              phase.last().backlog(),
              before(phase).text(),
              phase.last().threads().text(),
              phase.keptUpSeconds());
    }
    return table;
  }

  private ThreadCounts before(PhaseFigures phase) {
    int at = seen.seconds().indexOf(phase.seconds().get(0));
    return at == 0 ? ThreadCounts.ONE_EACH : seen.seconds().get(at - 1).threads();
  }

  private Table stageTable() {
    Table table =
        Table.of(
            "The stages in the last second of each part",
            Column.text("conditions"),
            Column.text("stage"),
            Column.number("threads"),
            Column.number("done", "/s"),
            Column.number("rate of a thread", "/s"),
            Column.number("busy", "%"),
            Column.number("waits for room", "%"),
            Column.number("processor per ticket", "ms"));
    for (PhaseFigures phase : phases()) {
      for (StageWindow stage : phase.last().stages()) {
        table =
            table.row(
                phase.phase().name(),
                stage.stage(),
                stage.size().threadsAsked(),
                stage.throughput(),
                stage.trueRatePerThread(),
                100 * stage.utilisation(),
                100 * stage.blocked(),
                stage.cpuNanosPerRecord().orElse(Double.NaN) / 1e6);
      }
    }
    return table;
  }

  private Table journal() {
    Table table =
        Table.of(
            "What the governor changed, and why",
            Column.number("at", "s"),
            Column.text("stage"),
            Column.number("from"),
            Column.number("to"),
            Column.text("why"));
    for (FlowDecision decision : seen.decisions()) {
      for (Change change : decision.changes()) {
        table =
            table.row(
                seen.secondsAt(decision), change.stage(), change.from(), change.to(), change.why());
      }
    }
    return table;
  }

  private static Table finalsTable(DemoResult.Swept swept) {
    return table(
        "The best under the " + swept.name() + " and what the governor held, in more turns",
        swept.result().finals());
  }

  private static Table sweepTable(DemoResult.Swept swept) {
    return table(
        "Fixed configurations under the " + swept.name() + ", best first", swept.result().cells());
  }

  private static Table table(String title, List<CallDataSweep.Cell> cells) {
    Table table =
        Table.of(
            title,
            Column.text("threads"),
            Column.number("stored", "/s"),
            Column.number("lowest", "/s"),
            Column.number("highest", "/s"));
    for (CallDataSweep.Cell cell : cells) {
      table = table.row(cell.threads().text(), cell.perSecond(), cell.lowest(), cell.highest());
    }
    return table;
  }

  private Picture ratePicture() {
    LineChart chart =
        LineChart.of(
            "Tickets per second",
            TIME,
            Axis.of("tickets", "/s"),
            Series.steps(
                "offered",
                points(
                    second -> Double.isInfinite(second.offered()) ? Double.NaN : second.offered())),
            line("taken in", DemoSecond::arrived),
            line("stored", DemoSecond::delivered));
    return new Picture(chart, "Tickets sent, taken in, and stored both in files and the database.");
  }

  private Picture threadPicture() {
    LineChart chart = LineChart.of("Threads", TIME, Axis.of("threads", ""));
    for (StageName stage : StageName.values()) {
      chart = chart.with(Series.steps(stage.text(), points(at -> at.threads().of(stage))));
    }
    return new Picture(chart, "Threads of each stage.");
  }

  private List<PhaseFigures> phases() {
    return DemoResult.phases(seen.seconds(), demo.phases());
  }

  private Series line(String name, ToDoubleFunction<DemoSecond> value) {
    return Series.of(name, points(value));
  }

  private List<Point> points(ToDoubleFunction<DemoSecond> value) {
    return seen.seconds().stream()
        .map(second -> new Point(second.atSeconds(), value.applyAsDouble(second)))
        .toList();
  }

  private Facts parameters() {
    CallDataSettings settings = demo.settings();
    return Facts.of("How it was measured")
        .and("tickets", "Diameter accounting requests over a loopback socket, Poisson arrivals")
        .and("decoder", "telephone numbers hashed " + settings.pseudonymRounds() + " times each")
        .and("queues", settings.queueCapacity() + " tickets before each stage")
        .and("database", "MariaDB on this machine, one durable commit for each ticket")
        .and("connections", settings.connections() + " at most")
        .and("slow database", demo.databaseDelay().toMillis() + " ms more for each insert")
        .and("each part", demo.secondsEach() + " s")
        .and("seed", settings.seed());
  }
}
