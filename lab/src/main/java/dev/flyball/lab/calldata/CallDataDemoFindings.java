package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.calldata.CallDataSweep.Cell;
import dev.flyball.lab.calldata.DemoRun.Changed;
import dev.flyball.lab.calldata.DemoRun.DemoSecond;
import dev.flyball.lab.calldata.DemoRun.PhaseFigures;
import dev.flyball.lab.calldata.DemoRun.Swept;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of a demonstration.
 *
 * @param demo what was run
 * @param seen what was seen
 */
record CallDataDemoFindings(CallDataDemo demo, DemoRun seen) {

  private static final Axis TIME = Axis.of("time", "s");

  private record InPhase(String phase, StageWindow stage) {}

  private static final Figures<PhaseFigures> PHASES =
      Figures.of(
          Figure.text("name", "conditions", phase -> phase.phase().name()),
          Figure.<PhaseFigures>inFiles(
                  "offeredPerSecond", phase -> finite(phase.phase().perSecond()))
              .as("offered", "/s", phase -> phase.phase().perSecond()),
          Figure.inFiles(
              "databaseDelayMillis", phase -> phase.phase().databaseDelay().toNanos() / 1e6),
          Figure.inFiles("seconds", phase -> phase.seconds().size()),
          Figure.number(
              "storedAtEndPerSecond", "stored at the end", "/s", PhaseFigures::deliveredAtEnd),
          Figure.number("mostWaiting", "most waiting", "", PhaseFigures::mostWaiting),
          Figure.number("waitingAtEnd", "waiting at the end", "", phase -> phase.last().backlog()),
          Figure.text("", "threads before", phase -> phase.before().text()),
          Figure.<PhaseFigures>inFiles("threads", phase -> fields(phase.last().threads()))
              .shownAs("threads at the end", phase -> phase.last().threads().text()),
          Figure.number("keptUpAfterSeconds", "kept up after", "s", PhaseFigures::keptUpSeconds));

  private static final Figures<DemoSecond> OF_SECOND =
      Figures.of(
          Figure.inFiles("atSeconds", DemoSecond::atSeconds),
          Figure.inFiles("phase", second -> second.phase().name()),
          Figure.inFiles("offeredPerSecond", second -> finite(second.phase().perSecond())),
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

  private static final Figures<Cell> CONFIGURATIONS =
      Figures.of(
          Figure.<Cell>inFiles("threads", cell -> fields(cell.threads()))
              .shownAs("threads", cell -> cell.threads().text()),
          Figure.number("storedPerSecond", "stored", "/s", Cell::perSecond),
          Figure.number("lowest", "lowest", "/s", cell -> cell.rates().quantile(0)),
          Figure.number("highest", "highest", "/s", cell -> cell.rates().quantile(1)));

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
          Figure.text("", "conditions", InPhase::phase),
          Figure.text("", "stage", in -> in.stage().stage()),
          Figure.count("", "threads", in -> in.stage().size().threadsAsked()),
          Figure.number("", "done", "/s", in -> in.stage().throughput()),
          Figure.optional("", "rate of a thread", "/s", in -> in.stage().trueRatePerThread()),
          Figure.<InPhase>number("", "busy", "", in -> in.stage().utilisation()).percent(),
          Figure.<InPhase>number("", "waits for room", "", in -> in.stage().blocked()).percent(),
          Figure.<InPhase>optional(
                  "", "processor per ticket", "ms", in -> in.stage().cpuNanosPerRecord())
              .times(1e-6));

  Findings findings() {
    List<PhaseFigures> phases = seen.phases();
    List<InPhase> stages =
        phases.stream()
            .flatMap(phase ->
                phase.last().stages().stream()
                    .map(stage -> new InPhase(phase.phase().name(), stage)))
            .toList();
    Findings findings =
        new Findings(
                RunReport.of("calldata-demo", "real", List.of()),
                Report.of("A data-flow program whose threads follow what comes", headline(phases)))
            .table("phases", "What came, and what the governor made of it", PHASES, phases)
            .with(ratePicture())
            .with(threadPicture())
            .figure("seconds", OF_SECOND.json(seconds().toList()))
            .with(STAGES.table("The stages in the last second of each part", stages))
            .table("changes", "What the governor changed, and why", CHANGES, seen.changes())
            .figure("account", seen.account().map(ACCOUNT::json).orElse(JsonFields.NONE))
            .figure("sweeps", SWEEPS.json(seen.sweeps()))
            .figure("complete", seen.account().isPresent());
    for (Swept swept : seen.sweeps()) {
      CallDataSweep.Result result = swept.result();
      String best = "The best under the " + swept.name();
      String fixed = "Fixed configurations under the " + swept.name();
      findings =
          findings
              .with(
                  CONFIGURATIONS.table(
                      best + " and what the governor held, in more turns", result.finals()))
              .with(CONFIGURATIONS.table(fixed + ", best first", result.cells()))
              .with(new Paragraph(result.account().text() + "."));
    }
    return findings.measuredBy(demo.command(), parameters());
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

  private Headline headline(List<PhaseFigures> phases) {
    String verdict =
        seen.account()
            .map(found ->
                (found.holds()
                        ? "No ticket was lost or doubled: "
                        : "Tickets were lost or doubled: ")
                    + found.text()
                    + ".")
            .orElse("The tickets were not looked for at the end.");
    return Headline.of(verdict)
        .and(phases.stream().map(PhaseFigures::sentence).collect(Collectors.joining(" ")))
        .and(
            seen.sweeps().stream()
                .map(CallDataDemoFindings::sentence)
                .collect(Collectors.joining(" ")))
        .doubtedIf(seen.account().isEmpty(), Headline.ENDED_EARLY);
  }

  private static String sentence(Swept swept) {
    Cell best = swept.result().best();
    return String.format(
        Locale.ROOT,
        "Of %d fixed configurations %s stores most under the %s, %s/s; that which the governor"
            + " held, %s, %s %% of it.",
        swept.result().cells().size(),
        best.threads().text(),
        swept.name(),
        NumberFormat.text(best.perSecond()),
        swept.held().text(),
        NumberFormat.text(100 * swept.share()));
  }

  private Picture ratePicture() {
    LineChart chart =
        LineChart.of(
            "Tickets per second",
            TIME,
            Axis.of("tickets", "/s"),
            Series.steps("offered", points(second -> finite(second.phase().perSecond()))),
            Series.of("taken in", points(DemoSecond::arrived)),
            Series.of("stored", points(DemoSecond::delivered)));
    return new Picture(chart, "Tickets sent, taken in, and stored both in files and the database.");
  }

  private Picture threadPicture() {
    Series[] stages =
        Stream.of(StageName.values())
            .map(stage -> Series.steps(stage.text(), points(at -> at.threads().of(stage))))
            .toArray(Series[]::new);
    LineChart chart = LineChart.of("Threads", TIME, Axis.of("threads", ""), stages);
    return new Picture(chart, "Threads of each stage.");
  }

  private Stream<DemoSecond> seconds() {
    return seen.phases().stream().flatMap(phase -> phase.seconds().stream());
  }

  private List<Point> points(ToDoubleFunction<DemoSecond> value) {
    return seconds()
        .map(second -> new Point(second.atSeconds(), value.applyAsDouble(second)))
        .toList();
  }

  private Facts parameters() {
    CallDataSettings settings = demo.settings();
    return Facts.of("How it was measured")
        .and("tickets", "accounting records over a loopback socket, Poisson arrivals")
        .and("decoder", "telephone numbers hashed " + settings.pseudonymRounds() + " times each")
        .and("queues", CallDataSettings.QUEUE_CAPACITY + " tickets before each stage")
        .and("database", "MariaDB on this machine, one durable commit for each ticket")
        .and("connections", CallDataSettings.CONNECTIONS + " at most")
        .and("slow database", demo.databaseDelay().toMillis() + " ms more for each insert")
        .and("each part", demo.secondsEach() + " s")
        .and("seed", settings.seed());
  }
}
