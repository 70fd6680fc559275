package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Stretch;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** What the goodput board found: a table, pictures, and figures for machines. */
final class ServerRaceFindings {

  private static final String TITLE = "Web servers over HTTP, their goodput under overload";
  static final String BEST = "best possible";

  private static final List<String> LEFT_OUT =
      List.of(
          "A figure is the part of the requests offered in a stretch that were answered with 200"
              + " before their deadline, counted from the moment when each was meant to be sent. The"
              + " lead-in of a steady row, in which queues get as long as they get, is not counted:"
              + " four deadlines, and at most half of the run. Best possible is computed from the"
              + " same arrivals: over a whole run no server does better; in a stretch one may, by what"
              + " it turned away before.",
          "Left out: how soon a refused client knows it, and what it does then (nothing is tried"
              + " again); fairness between clients; memory; TLS and HTTP/2; requests of different"
              + " length; backends that fail. Everything is on one machine, the server on one"
              + " processor: figures say how servers compare, not what one of them could do.");

  private final ServerRace experiment;
  private final List<ServerRun> runs;
  private final List<BackendCheck> checks;
  private final List<String> notes;
  private final ServerJdk jdk;
  private final ServerRaceBoard board;

  ServerRaceFindings(
      ServerRace experiment,
      List<ServerRun> runs,
      List<BackendCheck> checks,
      List<String> notes,
      ServerJdk jdk) {
    this.experiment = experiment;
    this.runs = List.copyOf(runs);
    this.checks = List.copyOf(checks);
    this.notes = List.copyOf(notes);
    this.jdk = jdk;
    this.board = new ServerRaceBoard(experiment.servers(), experiment.length(), runs);
  }

  Findings findings() {
    Findings findings =
        new Findings(
                RunReport.of("goodput", "http", runs.stream().map(this::row).toList()),
                Report.of(TITLE, Headline.of(verdict()).doubted(doubts()).doubtedIfFew(rounds())))
            .with(table())
            .figure("goodput", boardJson());
    if (board.rows().stream().anyMatch(row -> row.event().isPresent())) {
      findings = findings.with(recovery());
    }
    for (String note : notes) {
      findings = findings.with(new Paragraph(note));
    }
    findings = new ServerRacePictures(board).addTo(findings);
    for (String text : LEFT_OUT) {
      findings = findings.with(new Paragraph(text));
    }
    for (BackendCheck check : checks) {
      findings = check(findings, check);
    }
    return findings
        .with(rowFacts())
        .with(serverFacts())
        .measuredBy(
            experiment.command(),
            Facts.of("How it was measured")
                .and("length of a run", experiment.length().toMillis() / 1e3 + " s")
                .and("rounds", experiment.rounds())
                .and("first seed", experiment.seed())
                .and("JDK of the servers", jdk.version()));
  }

  // ---- The board

  private int rounds() {
    return (int) runs.stream().mapToLong(ServerRun::seed).distinct().count();
  }

  private String verdict() {
    List<Stretch> stretches = board.stretches();
    String flyball = ServerKind.FLYBALL.id();
    if (runs.isEmpty()) {
      return "Ended before a run was made.";
    }
    if (!board.servers().contains(flyball)) {
      return runs.size()
          + " runs of "
          + board.servers().size()
          + " servers on "
          + board.rows().size()
          + " rows.";
    }
    double[] ratios =
        stretches.stream()
            .filter(stretch -> board.best(stretch) > 0)
            .mapToDouble(stretch -> board.goodput(stretch, flyball) / board.best(stretch))
            .filter(ratio -> !Double.isNaN(ratio))
            .toArray();
    if (ratios.length < 2) {
      return String.format(
          Locale.ROOT,
          "Flyball as it comes has %.0f %% of the best possible goodput of %s.",
          100 * DoubleStream.of(ratios).average().orElse(Double.NaN),
          board.rows().get(0).name());
    }
    return String.format(
        Locale.ROOT,
        "Of the best possible goodput, Flyball as it comes has %.0f %% on average and %.0f %% where"
            + " it has least, over %d figures of %d rows.",
        100 * DoubleStream.of(ratios).average().orElse(Double.NaN),
        100 * DoubleStream.of(ratios).min().orElse(Double.NaN),
        ratios.length,
        board.rows().size());
  }

  private Table table() {
    List<Column> columns =
        new ArrayList<>(List.of(new Column("row", "", false), new Column(BEST, "%", true)));
    board.servers().forEach(server -> columns.add(new Column(server, "%", true)));
    Table table = new Table("Answered in time, in percent of what was offered", columns, List.of());
    for (Stretch stretch : board.stretches()) {
      List<Object> cells = new ArrayList<>(List.of(stretch.name(), tenths(board.best(stretch))));
      board.servers().forEach(server -> cells.add(tenths(board.goodput(stretch, server))));
      table = table.row(cells.toArray());
    }
    return table;
  }

  private static String tenths(double percent) {
    return Double.isNaN(percent) ? "–" : String.format(Locale.ROOT, "%.1f", percent);
  }

  private List<JsonFields> boardJson() {
    return board.stretches().stream()
        .map(stretch -> {
          JsonFields byServer = JsonFields.NONE;
          for (String server : board.servers()) {
            byServer = byServer.and(server, board.goodput(stretch, server));
          }
          return JsonFields.of("row", stretch.name())
              .and("bestPossiblePercent", board.best(stretch))
              .and("goodputPercent", byServer);
        })
        .toList();
  }

  private Table recovery() {
    List<Column> columns = new ArrayList<>(List.of(new Column("row", "", false)));
    board.servers().forEach(server -> columns.add(new Column(server, "s", true)));
    Table table =
        new Table(
            "Until 99 % of a second's requests are answered in time again, after the event",
            columns, List.of());
    for (Row row : board.rows()) {
      if (row.event().isPresent()) {
        List<Object> cells = new ArrayList<>(List.of(row.name()));
        for (String server : board.servers()) {
          double seconds =
              board.median(row, server, run -> run.secondsToRecover().orElse(Double.MAX_VALUE));
          cells.add(
              Double.isNaN(seconds)
                  ? "–"
                  : seconds == Double.MAX_VALUE
                      ? "never"
                      : String.format(Locale.ROOT, "%.1f", seconds));
        }
        table = table.row(cells.toArray());
      }
    }
    return table;
  }

  /** Which runs should not be trusted, and why. */
  private List<String> doubts() {
    List<String> all = new ArrayList<>();
    List<ServerRun> doubtful = runs.stream().filter(run -> !run.distrust().isEmpty()).toList();
    if (!doubtful.isEmpty()) {
      ServerRun worst = doubtful.get(0);
      for (ServerRun run : doubtful) {
        worst = run.othersCores() > worst.othersCores() ? run : worst;
      }
      all.add(
          String.format(
              Locale.ROOT,
              "%d of %d runs were disturbed; in the worst of them (%s, %s) %s",
              doubtful.size(),
              runs.size(),
              worst.row().name(),
              worst.server(),
              String.join(", and ", worst.distrust())));
    }
    for (BackendCheck check : checks) {
      if (!check.holds()) {
        all.add("the collapsing backend does not do what its formula says; see its table below");
      }
    }
    return all;
  }

  // ---- Facts and files

  private Findings check(Findings findings, BackendCheck check) {
    Figures<BackendCheck.Point> columns =
        Figures.of(
            Figure.count("atOnce", "calls at once", BackendCheck.Point::atOnce),
            Figure.number("measured", "measured", "calls/s", BackendCheck.Point::measured),
            Figure.number("formula", "formula", "calls/s", BackendCheck.Point::formula),
            Figure.<BackendCheck.Point>number("error", "off by", "", BackendCheck.Point::error)
                .percent());
    return findings.table(
        "backendCheck",
        "The collapsing backend before the run: "
            + (check.holds() ? "it does what its formula says" : "it is off"),
        columns,
        check.points());
  }

  private Facts rowFacts() {
    Facts facts = Facts.of("The rows");
    for (Row row : board.rows()) {
      facts = facts.and(row.name(), row.words());
    }
    return facts;
  }

  private Facts serverFacts() {
    Facts facts = Facts.of("The servers");
    for (String server : board.servers()) {
      facts = facts.and(server, ServerKind.named(server).words());
    }
    return facts;
  }

  private RunRow row(ServerRun run) {
    Counts counts = run.result().counts();
    JsonFields goodput = JsonFields.NONE;
    for (Stretch stretch : run.row().stretches(run.length())) {
      goodput =
          goodput.and(
              stretch.name(),
              JsonFields.of("goodput", run.goodput(stretch))
                  .and("bestPossible", run.bestPossible(stretch)));
    }
    Stretch whole = new Stretch("whole", 0, run.length().toNanos());
    return RunRow.builder(run.server(), run.seed())
        .offered(counts.offered())
        .completed(counts.completed())
        .failed(counts.failed())
        .throughputPerSecond(run.result().throughputPerSecond())
        .responseMillis(Spread.of(run.result().responseTimes().quantiles()))
        .extra("scenario", run.row().name())
        .extra("good", run.good().size())
        .extra("goodputOfWhole", run.goodput(whole))
        .extra("refused", counts.of(Outcome.REJECTED) + counts.of(Outcome.CLIENT_ERROR))
        .extra("left", counts.timedOut())
        .extra("unconnected", counts.of(Outcome.UNCONNECTED))
        .extra("broken", counts.of(Outcome.BROKEN))
        .extra(
            "secondsToRecover",
            run.row().event().isPresent() ? run.secondsToRecover() : OptionalDouble.empty())
        .extra("sendLagMillisP99", run.result().sendLag().percentileNanos(99) / 1e6)
        .extra("othersCores", run.othersCores())
        .extra("distrust", String.join(", and ", run.distrust()))
        .extra("stretches", goodput)
        .build();
  }
}
