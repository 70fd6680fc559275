package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowAdvice.Change;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.papers.Provenance;
import dev.flyball.lab.report.Axis;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Extra;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Picture;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a demonstration showed, turned into figures and a page.
 *
 * @param demo what was run
 * @param seen what was seen
 */
record CallDataDemoFindings(CallDataDemo demo, DemoResult seen) {

  private static final Axis TIME = Axis.of("time", "s");

  Findings findings() {
    RunReport figures =
        RunReport.of("calldata-demo", "real", List.of())
            .with("phases", phases().stream().map(PhaseFigures::extra).toList())
            .with("seconds", seen.seconds().stream().map(this::extra).toList())
            .with("changes", changes())
            .with("account", seen.account().map(CallDataDemoFindings::extra).orElse(Extra.NONE))
            .with(
                "sweep",
                seen.sweep().stream()
                    .flatMap(sweep -> sweep.cells().stream())
                    .map(CallDataDemoFindings::extra)
                    .toList())
            .with("complete", seen.account().isPresent());
    return new Findings(Provenance.addTo(figures, demo.command()), page());
  }

  private List<PhaseFigures> phases() {
    List<PhaseFigures> figures = new ArrayList<>();
    for (int phase = 0; phase < demo.phases().size(); phase++) {
      List<DemoSecond> seconds = seen.of(phase);
      if (!seconds.isEmpty()) {
        figures.add(new PhaseFigures(demo.phases().get(phase), seconds));
      }
    }
    return figures;
  }

  // ---- The page

  private Report page() {
    Report page =
        Report.of("A data-flow program whose threads follow what comes", summary())
            .with(phaseTable())
            .with(ratePicture())
            .with(threadPicture())
            .with(stageTable())
            .with(journal());
    for (CallDataSweep.Result sweep : seen.sweep().stream().toList()) {
      page = page.with(sweepTable(sweep)).with(new Paragraph(sweep.account().text() + "."));
    }
    return Provenance.addTo(page, parameters(), demo.command());
  }

  private String summary() {
    StringBuilder text = new StringBuilder();
    for (PhaseFigures phase : phases()) {
      text.append(phase.sentence()).append(' ');
    }
    seen.sweep().ifPresent(sweep -> text.append(compared(sweep)).append(' '));
    text.append(
        seen.account()
            .map(account -> "At the end: " + account.text() + ".")
            .orElse("It was ended before the tickets could be looked for."));
    return text.toString();
  }

  /** The governor under the flood, beside the best of the grid. */
  private String compared(CallDataSweep.Result sweep) {
    List<PhaseFigures> phases = phases();
    double governed = phases.get(phases.size() - 1).deliveredAtEnd();
    CallDataSweep.Cell best = sweep.best();
    return "Of "
        + sweep.cells().size()
        + " fixed configurations "
        + best.threads().text()
        + " stores most under the flood, "
        + Figures.text(best.perSecond())
        + "/s; the governor's made "
        + Figures.text(100 * governed / best.perSecond())
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
        table = table.row(at(decision), change.stage(), change.from(), change.to(), change.why());
      }
    }
    return table;
  }

  private Table sweepTable(CallDataSweep.Result sweep) {
    Table table =
        Table.of(
            "Fixed configurations under the flood, best first",
            Column.text("threads"),
            Column.number("stored", "/s"),
            Column.number("lowest", "/s"),
            Column.number("highest", "/s"));
    for (CallDataSweep.Cell cell : sweep.cells()) {
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

  private Series line(String name, ToDoubleFunction<DemoSecond> value) {
    return Series.of(name, points(value));
  }

  private List<Point> points(ToDoubleFunction<DemoSecond> value) {
    return seen.seconds().stream()
        .map(second -> new Point(second.atSeconds(), value.applyAsDouble(second)))
        .toList();
  }

  private double at(FlowDecision decision) {
    return (decision.atNanos() - seen.beganNanos()) / 1e9;
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

  // ---- The figures

  private Extra extra(DemoSecond second) {
    return Extra.of("atSeconds", second.atSeconds())
        .and("phase", demo.phases().get(second.phase()).name())
        .and("offeredPerSecond", PhaseFigures.finite(second.offered()))
        .and("arrivedPerSecond", second.arrived())
        .and("storedPerSecond", second.delivered())
        .and("waiting", second.backlog())
        .and("threads", PhaseFigures.extra(second.threads()));
  }

  private List<Extra> changes() {
    List<Extra> all = new ArrayList<>();
    for (FlowDecision decision : seen.decisions()) {
      for (Change change : decision.changes()) {
        all.add(
            Extra.of("atSeconds", at(decision))
                .and("stage", change.stage())
                .and("from", change.from())
                .and("to", change.to())
                .and("why", change.why()));
      }
    }
    return all;
  }

  private static Extra extra(TicketAccount account) {
    return Extra.of("sent", account.sent())
        .and("inDatabase", account.inDatabase())
        .and("inFiles", account.inFiles())
        .and("givenUp", account.givenUpCount())
        .and("holds", account.holds());
  }

  private static Extra extra(CallDataSweep.Cell cell) {
    return Extra.of("threads", PhaseFigures.extra(cell.threads()))
        .and("storedPerSecond", cell.perSecond())
        .and("lowest", cell.lowest())
        .and("highest", cell.highest());
  }
}
