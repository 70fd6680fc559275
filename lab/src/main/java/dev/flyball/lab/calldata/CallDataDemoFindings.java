package dev.flyball.lab.calldata;

import dev.flyball.dataflow.live.FlowAdvice;
import dev.flyball.dataflow.live.FlowDecision;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.calldata.DemoResult.DemoSecond;
import dev.flyball.lab.calldata.DemoResult.PhaseFigures;
import dev.flyball.lab.calldata.DemoResult.Swept;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The results of a demonstration.
 *
 * @param demo what was run
 * @param seen what was seen
 */
record CallDataDemoFindings(CallDataDemo demo, DemoResult seen) {

  private static final Axis TIME = Axis.of("time", "s");

  private record Changed(double atSeconds, FlowAdvice.Change change) {}

  private record InPhase(PhaseFigures phase, StageWindow stage) {}

  private static final Figures<DemoSecond> OF_SECOND =
      Figures.of(
          Figure.inFiles("atSeconds", DemoSecond::atSeconds),
          Figure.inFiles("phase", DemoSecond::phaseName),
          Figure.inFiles("offeredPerSecond", second -> finite(second.offered())),
          Figure.inFiles("arrivedPerSecond", DemoSecond::arrived),
          Figure.inFiles("storedPerSecond", DemoSecond::delivered),
          Figure.inFiles("waiting", DemoSecond::backlog),
          Figure.inFiles("threads", second -> fields(second.threads())));

  private static final Figures<Changed> CHANGES =
      Figures.of(
          Figure.number("atSeconds", "at", "s", Changed::atSeconds),
          Figure.text("stage", "stage", changed -> changed.change().stage()),
          Figure.count("from", "from", changed -> changed.change().from()),
          Figure.count("to", "to", changed -> changed.change().to()),
          Figure.text("why", "why", changed -> changed.change().why()));

  private static final Figures<TicketAccount> ACCOUNT =
      Figures.of(
          Figure.inFiles("sent", TicketAccount::sent),
          Figure.inFiles("inDatabase", TicketAccount::inDatabase),
          Figure.inFiles("inFiles", TicketAccount::inFiles),
          Figure.inFiles("givenUp", TicketAccount::givenUpCount),
          Figure.inFiles("holds", TicketAccount::holds));

  private static final Figures<CallDataSweep.Cell> CONFIGURATIONS =
      Figures.of(
          Figure.<CallDataSweep.Cell>inFiles("threads", cell -> fields(cell.threads()))
              .shownAs("threads", cell -> cell.threads().text()),
          Figure.number("storedPerSecond", "stored", "/s", CallDataSweep.Cell::perSecond),
          Figure.number("lowest", "lowest", "/s", CallDataSweep.Cell::lowest),
          Figure.number("highest", "highest", "/s", CallDataSweep.Cell::highest));

  private static final Figures<Swept> SWEEPS =
      Figures.of(
          Figure.inFiles("phase", Swept::name),
          Figure.inFiles("governedPerSecond", swept -> swept.phase().deliveredAtEnd()),
          Figure.inFiles("governedThreads", swept -> fields(swept.held())),
          Figure.inFiles("heldPerSecond", Swept::heldPerSecond),
          Figure.inFiles("bestPerSecond", swept -> swept.result().best().perSecond()),
          Figure.inFiles("share", Swept::share),
          Figure.inFiles("account", swept -> ACCOUNT.json(swept.result().account())),
          Figure.inFiles("finals", swept -> CONFIGURATIONS.json(swept.result().finals())),
          Figure.inFiles("configurations", swept -> CONFIGURATIONS.json(swept.result().cells())));

  private static final Figures<InPhase> STAGES =
      Figures.of(
          Figure.text("", "conditions", in -> in.phase().phase().name()),
          Figure.text("", "stage", in -> in.stage().stage()),
          Figure.count("", "threads", in -> in.stage().size().threadsAsked()),
          Figure.number("", "done", "/s", in -> in.stage().throughput()),
          Figure.number(
              "",
              "rate of a thread",
              "/s",
              in -> in.stage().trueRatePerThread().orElse(Double.NaN)),
          Figure.<InPhase>number("", "busy", "", in -> in.stage().utilisation()).percent(),
          Figure.<InPhase>number("", "waits for room", "", in -> in.stage().blocked()).percent(),
          Figure.number(
              "",
              "processor per ticket",
              "ms",
              in -> in.stage().cpuNanosPerRecord().orElse(Double.NaN) / 1e6));

  Findings findings() {
    List<PhaseFigures> phases = DemoResult.phases(seen.seconds(), demo.phases());
    List<Changed> changes =
        seen.decisions().stream()
            .flatMap(decision ->
                decision.changes().stream().map(change -> new Changed(secondsAt(decision), change)))
            .toList();
    List<InPhase> stages =
        phases.stream()
            .flatMap(
                phase -> phase.last().stages().stream().map(stage -> new InPhase(phase, stage)))
            .toList();
    Findings findings =
        new Findings(
                RunReport.of("calldata-demo", "real", List.of()),
                Report.of("A data-flow program whose threads follow what comes", summary(phases)))
            .table("phases", "What came, and what the governor made of it", ofPhase(), phases)
            .with(ratePicture())
            .with(threadPicture())
            .figure("seconds", OF_SECOND.json(seen.seconds()))
            .with(STAGES.table("The stages in the last second of each part", stages))
            .table("changes", "What the governor changed, and why", CHANGES, changes)
            .figure("account", seen.account().map(ACCOUNT::json).orElse(JsonFields.NONE))
            .figure("sweeps", SWEEPS.json(seen.sweeps()))
            .figure("complete", seen.account().isPresent());
    for (Swept swept : seen.sweeps()) {
      findings =
          findings
              .with(
                  CONFIGURATIONS.table(
                      "The best under the "
                          + swept.name()
                          + " and what the governor held, in more turns",
                      swept.result().finals()))
              .with(
                  CONFIGURATIONS.table(
                      "Fixed configurations under the " + swept.name() + ", best first",
                      swept.result().cells()))
              .with(new Paragraph(swept.result().account().text() + "."));
    }
    return findings.measuredBy(demo.command(), parameters());
  }

  private double secondsAt(FlowDecision decision) {
    return (decision.atNanos() - seen.beganNanos()) / 1e9;
  }

  private Figures<PhaseFigures> ofPhase() {
    return Figures.of(
        Figure.text("name", "conditions", phase -> phase.phase().name()),
        Figure.<PhaseFigures>inFiles("offeredPerSecond", phase -> finite(phase.phase().perSecond()))
            .as("offered", "/s", phase -> phase.phase().perSecond()),
        Figure.inFiles(
            "databaseDelayMillis", phase -> phase.phase().databaseDelay().toNanos() / 1e6),
        Figure.inFiles("seconds", phase -> phase.seconds().size()),
        Figure.number(
            "storedAtEndPerSecond", "stored at the end", "/s", PhaseFigures::deliveredAtEnd),
        Figure.number("mostWaiting", "most waiting", "", PhaseFigures::mostWaiting),
        Figure.number("waitingAtEnd", "waiting at the end", "", phase -> phase.last().backlog()),
        Figure.text("", "threads before", phase -> before(phase).text()),
        Figure.<PhaseFigures>inFiles("threads", phase -> fields(phase.last().threads()))
            .shownAs("threads at the end", phase -> phase.last().threads().text()),
        Figure.number("keptUpAfterSeconds", "kept up after", "s", PhaseFigures::keptUpSeconds));
  }

  private ThreadCounts before(PhaseFigures phase) {
    int at = seen.seconds().indexOf(phase.seconds().get(0));
    return at == 0 ? ThreadCounts.ONE_EACH : seen.seconds().get(at - 1).threads();
  }

  private static double finite(double value) {
    return Double.isInfinite(value) ? Double.NaN : value;
  }

  private static JsonFields fields(ThreadCounts threads) {
    JsonFields fields = JsonFields.NONE;
    for (StageName stage : StageName.values()) {
      fields = fields.and(stage.text(), threads.of(stage));
    }
    return fields;
  }

  private String summary(List<PhaseFigures> phases) {
    StringBuilder text = new StringBuilder();
    phases.forEach(phase -> text.append(phase.sentence()).append(' '));
    for (Swept swept : seen.sweeps()) {
      CallDataSweep.Cell best = swept.result().best();
      text.append(
          String.format(
              Locale.ROOT,
              "Of %d fixed configurations %s stores most under the %s, %s/s; that which the"
                  + " governor held, %s, %s %% of it. ",
              swept.result().cells().size(),
              best.threads().text(),
              swept.name(),
              NumberFormat.text(best.perSecond()),
              swept.held().text(),
              NumberFormat.text(100 * swept.share())));
    }
    return text.append(
            seen.account()
                .map(account -> "At the end: " + account.text() + ".")
                .orElse("It was ended before the tickets could be looked for."))
        .toString();
  }

  private Picture ratePicture() {
    LineChart chart =
        LineChart.of(
            "Tickets per second",
            TIME,
            Axis.of("tickets", "/s"),
            Series.steps("offered", points(second -> finite(second.offered()))),
            Series.of("taken in", points(DemoSecond::arrived)),
            Series.of("stored", points(DemoSecond::delivered)));
    return new Picture(chart, "Tickets sent, taken in, and stored both in files and the database.");
  }

  private Picture threadPicture() {
    LineChart chart = LineChart.of("Threads", TIME, Axis.of("threads", ""));
    for (StageName stage : StageName.values()) {
      chart = chart.with(Series.steps(stage.text(), points(at -> at.threads().of(stage))));
    }
    return new Picture(chart, "Threads of each stage.");
  }

  private List<Point> points(ToDoubleFunction<DemoSecond> value) {
    return seen.seconds().stream()
        .map(second -> new Point(second.atSeconds(), value.applyAsDouble(second)))
        .toList();
  }

  private Facts parameters() {
    CallDataSettings settings = demo.settings();
    return Facts.of("How it was measured")
        .and("tickets", "accounting records over a loopback socket, Poisson arrivals")
        .and("decoder", "telephone numbers hashed " + settings.pseudonymRounds() + " times each")
        .and("queues", settings.queueCapacity() + " tickets before each stage")
        .and("database", "MariaDB on this machine, one durable commit for each ticket")
        .and("connections", settings.connections() + " at most")
        .and("slow database", demo.databaseDelay().toMillis() + " ms more for each insert")
        .and("each part", demo.secondsEach() + " s")
        .and("seed", settings.seed());
  }
}
