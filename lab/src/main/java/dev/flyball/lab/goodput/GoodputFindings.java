package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Stretch;
import dev.flyball.lab.load.LoadResult.Counts;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.LineChart;
import dev.flyball.lab.report.LineChart.Point;
import dev.flyball.lab.report.LineChart.Series;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** What the goodput board found: a table, pictures, and figures for machines. */
final class GoodputFindings {

  private static final String TITLE = "Goodput over HTTP";
  private static final String BEST = "best possible";
  private static final Axis GOODPUT = Axis.of("answered in time", "% of what was offered");
  private static final Axis TIME = Axis.of("time", "s");
  private static final int BARS_MAX = 5;
  private static final int LINES_MAX = 12;
  private static final Duration STEP = Duration.ofMillis(500);

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

  private final GoodputExperiment experiment;
  private final List<GoodputRun> runs;
  private final List<BackendCheck> checks;
  private final List<String> notes;
  private final ServerJdk jdk;

  GoodputFindings(
      GoodputExperiment experiment,
      List<GoodputRun> runs,
      List<BackendCheck> checks,
      List<String> notes,
      ServerJdk jdk) {
    this.experiment = experiment;
    this.runs = List.copyOf(runs);
    this.checks = List.copyOf(checks);
    this.notes = List.copyOf(notes);
    this.jdk = jdk;
  }

  Findings findings() {
    Findings findings =
        new Findings(
                RunReport.of("goodput", "http", runs.stream().map(this::row).toList()),
                Report.of(TITLE, summary()))
            .with(board())
            .figure("goodput", boardJson());
    if (rows().stream().anyMatch(row -> row.event().isPresent())) {
      findings = findings.with(recovery());
    }
    for (String note : notes()) {
      findings = findings.with(new Paragraph(note));
    }
    findings = pictures(findings);
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

  /** The rows of which there is at least one run. */
  private List<Row> rows() {
    return runs.stream().map(GoodputRun::row).distinct().toList();
  }

  private List<String> servers() {
    return Arrays.stream(ServerKind.values())
        .filter(experiment.servers()::contains)
        .map(ServerKind::id)
        .filter(id -> runs.stream().anyMatch(run -> run.server().equals(id)))
        .toList();
  }

  private List<Stretch> stretches() {
    return rows().stream().flatMap(row -> row.stretches(experiment.length()).stream()).toList();
  }

  private Row rowOf(Stretch stretch) {
    return rows().stream()
        .filter(row -> row.stretches(experiment.length()).contains(stretch))
        .findFirst()
        .orElseThrow();
  }

  /** The median over the rounds; NaN where there is none. */
  private double median(Row row, String server, ToDoubleFunction<GoodputRun> figure) {
    double[] sorted =
        runs.stream()
            .filter(run -> run.row().equals(row) && run.server().equals(server))
            .mapToDouble(figure)
            .sorted()
            .toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** In percent. */
  private double goodput(Stretch stretch, String server) {
    return 100 * median(rowOf(stretch), server, run -> run.goodput(stretch));
  }

  /** In percent; the same for all servers, but for those that had no run. */
  private double best(Stretch stretch) {
    Row row = rowOf(stretch);
    return servers().stream()
        .mapToDouble(server -> 100 * median(row, server, run -> run.bestPossible(stretch)))
        .filter(best -> !Double.isNaN(best))
        .findFirst()
        .orElse(Double.NaN);
  }

  private String summary() {
    List<Stretch> stretches = stretches();
    String flyball = ServerKind.FLYBALL.id();
    if (runs.isEmpty()) {
      return "Ended before a run was made.";
    }
    if (!servers().contains(flyball)) {
      return runs.size()
          + " runs of "
          + servers().size()
          + " servers on "
          + rows().size()
          + " rows.";
    }
    double[] ratios =
        stretches.stream()
            .filter(stretch -> best(stretch) > 0)
            .mapToDouble(stretch -> goodput(stretch, flyball) / best(stretch))
            .filter(ratio -> !Double.isNaN(ratio))
            .toArray();
    return String.format(
        Locale.ROOT,
        "Of the best possible goodput, Flyball as it comes has %.0f %% on average and %.0f %% where"
            + " it has least, over %d figures of %d rows.",
        100 * DoubleStream.of(ratios).average().orElse(Double.NaN),
        100 * DoubleStream.of(ratios).min().orElse(Double.NaN),
        ratios.length,
        rows().size());
  }

  private Table board() {
    List<Column> columns =
        new ArrayList<>(List.of(new Column("row", "", false), new Column(BEST, "%", true)));
    servers().forEach(server -> columns.add(new Column(server, "%", true)));
    Table table = new Table("Answered in time, in percent of what was offered", columns, List.of());
    for (Stretch stretch : stretches()) {
      List<Object> cells = new ArrayList<>(List.of(stretch.name(), tenths(best(stretch))));
      servers().forEach(server -> cells.add(tenths(goodput(stretch, server))));
      table = table.row(cells.toArray());
    }
    return table;
  }

  private static String tenths(double percent) {
    return Double.isNaN(percent) ? "–" : String.format(Locale.ROOT, "%.1f", percent);
  }

  private List<JsonFields> boardJson() {
    return stretches().stream()
        .map(stretch -> {
          JsonFields byServer = JsonFields.NONE;
          for (String server : servers()) {
            byServer = byServer.and(server, goodput(stretch, server));
          }
          return JsonFields.of("row", stretch.name())
              .and("bestPossiblePercent", best(stretch))
              .and("goodputPercent", byServer);
        })
        .toList();
  }

  private Table recovery() {
    List<Column> columns = new ArrayList<>(List.of(new Column("row", "", false)));
    servers().forEach(server -> columns.add(new Column(server, "s", true)));
    Table table =
        new Table(
            "Until 99 % of a second's requests are answered in time again, after the event",
            columns, List.of());
    for (Row row : rows()) {
      if (row.event().isPresent()) {
        List<Object> cells = new ArrayList<>(List.of(row.name()));
        for (String server : servers()) {
          double seconds =
              median(row, server, run -> run.secondsToRecover().orElse(Double.MAX_VALUE));
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

  /** What was said on the way, and which runs should not be trusted. */
  private List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    List<GoodputRun> doubtful = runs.stream().filter(run -> !run.distrust().isEmpty()).toList();
    if (!doubtful.isEmpty()) {
      GoodputRun worst = doubtful.get(0);
      for (GoodputRun run : doubtful) {
        worst = run.othersCores() > worst.othersCores() ? run : worst;
      }
      all.add(
          String.format(
              Locale.ROOT,
              "Not to be trusted: %d of %d runs were disturbed; in the worst of them (%s, %s) %s.",
              doubtful.size(),
              runs.size(),
              worst.row().name(),
              worst.server(),
              String.join(", and ", worst.distrust())));
    }
    for (BackendCheck check : checks) {
      if (!check.holds()) {
        all.add(
            "Not to be trusted: the collapsing backend does not do what its formula says; see"
                + " below.");
      }
    }
    return all;
  }

  // ---- Pictures

  private Findings pictures(Findings findings) {
    Findings more = findings;
    for (Row row : rows()) {
      more = more.with(bars(row));
      if (row.event().isPresent()) {
        more = more.with(lines(row));
      }
    }
    return more;
  }

  private Picture bars(Row row) {
    List<Stretch> stretches = row.stretches(experiment.length());
    String[] names =
        stretches.stream()
            .limit(BARS_MAX)
            .map(stretch -> stretches.size() == 1 ? "goodput" : part(stretch))
            .toArray(String[]::new);
    BarChart chart = BarChart.of("Goodput: " + row.name(), GOODPUT, names);
    chart = chart.with(BEST, stretches.stream().mapToDouble(this::best).toArray());
    for (String server : servers()) {
      double[] values =
          stretches.stream().mapToDouble(stretch -> goodput(stretch, server)).toArray();
      chart = chart.with(server, values);
    }
    return new Picture(chart, row.words() + ".");
  }

  private static String part(Stretch stretch) {
    return stretch.name().substring(stretch.name().lastIndexOf(' ') + 1);
  }

  private Picture lines(Row row) {
    LineChart chart = LineChart.of("Goodput over time: " + row.name(), TIME, GOODPUT);
    for (String server : servers().stream().limit(LINES_MAX).toList()) {
      GoodputRun last =
          runs.stream()
              .filter(run -> run.row().equals(row) && run.server().equals(server))
              .reduce((one, later) -> later)
              .orElse(null);
      if (last != null) {
        chart = chart.with(new Series(server, points(last), false));
      }
    }
    return new Picture(
        chart,
        String.format(
            Locale.ROOT,
            "The last round, in steps of half a second; from %.1f to %.1f s %s.",
            row.eventFromNanos(experiment.length()) / 1e9,
            row.eventToNanos(experiment.length()) / 1e9,
            row.event().orElseThrow().words()));
  }

  private static List<Point> points(GoodputRun run) {
    List<Point> points = new ArrayList<>();
    List<Double> steps = run.overTime(STEP);
    for (int step = 0; step < steps.size(); step++) {
      points.add(new Point((step + 0.5) * STEP.toNanos() / 1e9, 100 * steps.get(step)));
    }
    return points;
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
    for (Row row : rows()) {
      facts = facts.and(row.name(), row.words());
    }
    return facts;
  }

  private Facts serverFacts() {
    Facts facts = Facts.of("The servers");
    for (String server : servers()) {
      facts = facts.and(server, ServerKind.named(server).words());
    }
    return facts;
  }

  private RunRow row(GoodputRun run) {
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
