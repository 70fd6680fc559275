package dev.flyball.lab.papers;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.chart.LineChart.Point;
import dev.flyball.lab.report.chart.LineChart.Series;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.LoadedMariaDb.MariaDbTestServer;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.TestServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.lab.tuning.WaitTimes;
import dev.flyball.lab.tuning.WaitTimes.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Figures 10 and 11 of Trub, "Adaptive Thread Pool: Improving MySQL Scalability With AI" (2021):
 * how long the threads of a pool are off the processor in the middle of a statement, under a load
 * that is bound by processors and under one that is bound by the disk.
 *
 * @param connections how many clients ask
 * @param seconds how long each load is looked at
 * @param testServer starts the server, which waits for no disk yet
 * @param command the command line that does it again
 */
public record StatementWaits(
    int connections,
    long seconds,
    Function<Watcher, MariaDbTestServer> testServer,
    String command) {

  /** The statements of both loads: in memory without a wait for a commit, then on the disk. */
  private static final Profile PROFILE = Profile.READ_WRITE;

  /** What the server's tables must be there for. */
  public static final List<Profile> PROFILES = List.of(PROFILE);

  private static final double PRINTED_RATIO = 15;
  private static final int FIRST_FIGURE = 10;
  private static final int LINES_MAX = 12;
  private static final String PAPER =
      "Trub, Adaptive Thread Pool: Improving MySQL Scalability With AI, 2021, Figures 10 and 11";

  /** A load, and how long it waited. */
  private record Seen(String load, WaitTimes times) {}

  /** A cause of a load's waits, or all of them together. */
  private record Row(Seen seen, String cause, Durations durations) {}

  private static final Figures<Row> ROWS =
      Figures.of(
          Figure.text("load", "load", row -> row.seen().load()),
          Figure.text("cause", "waits for", row -> row.cause()),
          Figure.number(
              "perTransaction",
              "per transaction",
              "",
              row -> row.durations().waits() / row.seen().times().transactions()),
          Figure.number("meanMillis", "mean", "ms", row -> row.durations().meanMillis()),
          Figure.number("medianMillis", "median", "ms", row -> row.durations().quantileMillis(0.5)),
          Figure.number("p95Millis", "p95", "ms", row -> row.durations().quantileMillis(0.95)),
          Figure.number(
              "millisPerTransaction",
              "all of a transaction",
              "ms",
              row -> row.durations().millis() / row.seen().times().transactions()));

  /** Runs it and says what was seen; where the thread is interrupted, what there is up to then. */
  public Findings run(Watcher watcher) {
    List<Seen> seen = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    try (MariaDbTestServer server = testServer.apply(watcher)) {
      servers.add(server.description());
      Cell cell = new Cell(connections, PROFILE);
      try (TestServer.UnderLoad loaded = server.open(cell)) {
        seen.add(measure(server, loaded, "in memory", seen.size(), watcher));
        loaded.turnIoBound(PROFILE);
        seen.add(measure(server, loaded, "on the disk", seen.size(), watcher));
      } finally {
        doubts.addAll(server.neighbours().doubts());
      }
    } catch (InterruptedException | RuntimeException e) {
      ended = Optional.of(Endings.byHandOnly(e));
    }
    ended.map("the run was "::concat).ifPresent(doubts::add);
    return findings(servers, seen, doubts, ended.isEmpty());
  }

  private Seen measure(
      MariaDbTestServer server,
      TestServer.UnderLoad loaded,
      String where,
      int before,
      Watcher watcher)
      throws InterruptedException {
    String name = Cell.nameOf(PROFILE) + ", " + where;
    watcher.begins(new Watcher.Part(name, before + 1, 2, seconds));
    return new Seen(name, WaitTimes.measure(server.server(), loaded, seconds, watcher));
  }

  private Findings findings(
      List<String> servers, List<Seen> seen, List<String> doubts, boolean complete) {
    Printed printed = printed(seen);
    List<Row> rows = seen.stream().flatMap(of -> rows(of).stream()).toList();
    Findings findings =
        new Findings(
                RunReport.of("mysql-waits", "real", List.of()),
                Report.of(
                    "Trub 2021, adaptive thread pool: how long statements wait",
                    Headline.of(
                            seen.size() < 2
                                ? "The run ended before both loads were measured."
                                : printed.tally() + ".")
                        .doubted(doubts)))
            .with(ROWS.table("Waits in the middle of statements", rows))
            .figure("waits", ROWS.json(rows))
            .figure("printed", printed.extra())
            .figure("server", String.join("; ", servers))
            .figure("complete", complete);
    findings = printed.claims().isEmpty() ? findings : findings.with(printed);
    int figure = FIRST_FIGURE;
    for (Seen of : seen) {
      findings =
          findings.with(
              new Picture(
                  distribution(of),
                  "Fig. "
                      + figure
                      + " of the article: the share of waits that were no longer than so long."));
      figure++;
    }
    Facts facts = Facts.of("How it was measured").and("the article", PAPER);
    for (String server : servers) {
      facts = facts.and("server", server);
    }
    return findings
        .with(new Paragraph(REMARKS))
        .measuredBy(
            command,
            facts
                .and("clients", connections + ", closed loop, no think time")
                .and("each load", seconds + " s, with as many groups as cores"));
  }

  private static List<Row> rows(Seen seen) {
    List<Row> rows = new ArrayList<>();
    seen.times().causes().forEach((cause, durations) -> rows.add(new Row(seen, cause, durations)));
    rows.add(new Row(seen, "all of these", seen.times().all()));
    return rows;
  }

  /** "This time is 15 times higher for the IO-bound workload." */
  private static Printed printed(List<Seen> seen) {
    Printed printed = Printed.of("Printed beside measured", PAPER);
    if (seen.size() < 2) {
      return printed;
    }
    return printed
        .and(
            ratio(
                "the duration of a wait on the disk, over that in memory",
                seen,
                of -> of.times().all().meanMillis(),
                "means of all waits"))
        .and(
            ratio(
                "the time a transaction waits on the disk, over that in memory",
                seen,
                of -> of.times().all().millis() / of.times().transactions(),
                "all waits of a transaction together, of which there are few in memory"));
  }

  private static Claim ratio(
      String what, List<Seen> seen, ToDoubleFunction<Seen> figure, String means) {
    return Claim.statement(
        what,
        "times",
        PRINTED_RATIO,
        figure.applyAsDouble(seen.get(1)) / figure.applyAsDouble(seen.get(0)),
        times -> times >= PRINTED_RATIO,
        "holds if at least the printed ratio; " + means);
  }

  private static LineChart distribution(Seen seen) {
    List<Series> lines = new ArrayList<>();
    seen.times()
        .causes()
        .forEach((cause, durations) -> {
          if (!durations.byPower().isEmpty()) {
            lines.add(Series.of(cause, cumulative(durations)));
          }
        });
    return LineChart.of(
        "Waits, " + seen.load(),
        Axis.of("microseconds, as a power of 2", ""),
        Axis.of("waits no longer", "%"),
        lines.stream().limit(LINES_MAX).toArray(Series[]::new));
  }

  private static List<Point> cumulative(Durations durations) {
    List<Point> points = new ArrayList<>();
    long below = 0;
    points.add(new Point(durations.byPower().firstKey(), 0));
    for (var bucket : durations.byPower().entrySet()) {
      below += bucket.getValue();
      points.add(new Point(bucket.getKey() + 1.0, 100.0 * below / durations.counted()));
    }
    return points;
  }

  private static final String REMARKS =
      "The article measured the time between its pool's wait_begin and wait_end. Here the server's"
          + " performance schema tells of the same threads' reads and flushes of files, waits for"
          + " conditions (a group commit) and for metadata locks. Row locks have a number and a sum"
          + " only. Timing itself costs the server something, so throughputs of this run are not to"
          + " be compared with others.";
}
