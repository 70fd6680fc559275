package dev.flyball.lab.papers;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.LineChart;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Protocol;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.Repeated;
import dev.flyball.lab.tuning.TestServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.lab.tuning.TuningFigures;
import dev.flyball.lab.tuning.TuningPictures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The experiment of Trub, "Adaptive Thread Pool: Improving MySQL Scalability With AI" (2021): a
 * hill climber inside a MySQL variant's thread pool, here outside of an unchanged MariaDB.
 *
 * <p>For each pair of connections and profile the article has three runs of 10 minutes: with the
 * climber on from as many groups as processors, which gives <i>opt</i>; with as many groups as
 * processors (<i>usual</i>); with <i>opt</i> groups (<i>contr</i>). <i>diff</i> is how far contr is
 * above usual. The same is done here, but that the two fixed runs are cut into turns and
 * alternated: on a machine that is not quiet, two runs that follow each other differ by more than
 * what is looked for.
 *
 * @param protocol what is done with each load
 * @param cells the loads, in their order
 * @param seed what the clients' values grow from
 * @param printed whether the article's figures are shown beside ours
 * @param testServer starts the server
 * @param command the command line that does it again
 */
public record AdaptiveThreadPool(
    Protocol protocol,
    List<Cell> cells,
    long seed,
    boolean printed,
    Function<Watcher, TestServer> testServer,
    String command) {

  private static final String PAPER =
      "Trub, Adaptive Thread Pool: Improving MySQL Scalability With AI, 2021, section Results";

  /** The default numbers of connections; the article has twelve numbers from 1 to 1024. */
  public static final List<Integer> CONNECTIONS = List.of(16, 64, 256);

  /** The article's four profiles, and one that does nothing but wait for its commit. */
  public static final List<Profile> PROFILES =
      List.of(
          Profile.READ_WRITE,
          Profile.NEW_ORDER,
          Profile.POINT_SELECT,
          Profile.READ_ONLY,
          Profile.UPDATE);

  private static final double PRINTED_GAIN_PERCENT = 40;
  private static final int CLOSE_TO_CORES = 2;

  public AdaptiveThreadPool {
    cells = List.copyOf(cells);
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("cells must be at least one but were none");
    }
  }

  /** Every profile with every number of connections. */
  public static List<Cell> cells(List<Profile> profiles, List<Integer> connections) {
    return profiles.stream()
        .flatMap(profile -> connections.stream().map(count -> new Cell(count, profile)))
        .toList();
  }

  /**
   * Runs it and says what was found. Where the thread is interrupted, or where the server fails
   * after a load was measured, what there is up to then, saying so.
   */
  public Findings run(Watcher watcher) {
    List<CellResult> results = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    try (TestServer server = testServer.apply(watcher)) {
      servers.add(server.description());
      try {
        measure(server, results, watcher);
      } finally {
        doubts.addAll(server.neighbours().doubts());
      }
    } catch (RuntimeException e) {
      ended = Endings.byHand(e);
      if (ended.isEmpty() && results.isEmpty()) {
        throw e;
      }
      if (ended.isEmpty()) {
        watcher.fails(String.valueOf(e.getMessage()));
        ended = Optional.of("ended early, for something failed: " + e.getMessage());
      }
    }
    if (results.stream().anyMatch(CellResult::cutShort)) {
      ended = Optional.of(Endings.BY_HAND);
    }
    return new Outcome(this, servers, results, doubts, ended).findings();
  }

  private void measure(TestServer server, List<CellResult> results, Watcher watcher) {
    int parts = cells.size() * protocol.parts(server.cores());
    Protocol.Numbering numbering = new Protocol.Numbering(watcher, parts);
    watcher.prepares(
        "%s; %s, at most %s"
            .formatted(
                server.description(),
                cells.size() == 1 ? "1 load" : cells.size() + " loads",
                minutes(cells.size() * protocol.secondsAtMost(server.cores()))));
    for (Cell cell : cells) {
      CellResult result;
      try (TestServer.UnderLoad loaded = server.open(cell)) {
        result = protocol.run(loaded, cell, server.cores(), numbering);
      }
      results.add(result);
      if (result.cutShort()) {
        return;
      }
    }
  }

  private static String minutes(long seconds) {
    return seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " minutes";
  }

  /**
   * What came out, as figures and a page.
   *
   * @param experiment what was run
   * @param servers what it was run on, where a server was started
   * @param results what was measured, load by load
   * @param doubts why the figures are not to be compared
   * @param ended why it ended early, if it did
   */
  private record Outcome(
      AdaptiveThreadPool experiment,
      List<String> servers,
      List<CellResult> results,
      List<String> doubts,
      Optional<String> ended) {

    Findings findings() {
      Printed printed = printed();
      Findings findings =
          new Findings(
              RunReport.of(
                  experiment.printed ? "mysql" : "mariadb-demo",
                  "real",
                  TuningFigures.rows(results, experiment.seed)),
              Report.of(
                  experiment.printed
                      ? "Trub 2021, adaptive thread pool: a database server governed from outside"
                      : "A MariaDB server's thread pool, governed from outside",
                  headline(printed)));
      findings =
          TuningFigures.addGains(findings, "As many groups as cores, and the size found", results)
              .with(TuningFigures.runs("The way there", results))
              .figure("printed", printed.extra());
      findings = printed.claims().isEmpty() ? findings : findings.with(printed);
      findings = TuningFigures.addSweeps(findings, "Every size, in turns", results);
      Optional<LineChart> sweeps = TuningPictures.sweeps(results);
      findings = sweeps.isEmpty() ? findings : findings.with(new Picture(sweeps.get(), CURVES));
      findings = TuningFigures.addOverheads(findings, "What looking costs", results);
      for (Picture picture : pictures()) {
        findings = findings.with(picture);
      }
      return findings
          .with(new Paragraph(REMARKS))
          .figure("runs", TuningFigures.runs(results))
          .figure("server", String.join("; ", servers))
          .figure("complete", ended.isEmpty())
          .measuredBy(experiment.command, parameters());
    }

    private static final String CURVES =
        "Where a curve is flat, size does not matter; where it rises, groups wait for something that"
            + " is not a processor; where it falls, they wait for each other.";

    /** The printed claims, in the article's words, beside the measurements of what was run. */
    private Printed printed() {
      return new Printed(
          "Printed beside measured",
          PAPER + "; its table of results is a picture, these are its words",
          Stream.of(
                  gains(Profile.READ_WRITE),
                  gains(Profile.NEW_ORDER),
                  gains(Profile.TPC_C),
                  gainsNothing(Profile.POINT_SELECT),
                  gainsNothing(Profile.READ_ONLY),
                  manyGroups(),
                  fewGroups())
              .flatMap(Optional::stream)
              .toList());
    }

    /**
     * "For the sysbench/rw and sysbench/TPC-C workloads it improves performance by more than 40%".
     */
    private Optional<Claim> gains(Profile profile) {
      return claim(
          List.of(profile),
          Cell.nameOf(profile) + ": gain over as many groups as processors, at its largest",
          "%",
          PRINTED_GAIN_PERCENT,
          Outcome::mostPercent,
          percent -> percent > PRINTED_GAIN_PERCENT,
          "holds if above the printed figure");
    }

    /** "Does not give a noticeable performance improvement for the ps and ro workloads". */
    private Optional<Claim> gainsNothing(Profile profile) {
      return claim(
          List.of(profile),
          Cell.nameOf(profile) + ": no noticeable gain",
          "%",
          Double.NaN,
          Outcome::mostPercent,
          percent -> percent < 10,
          "holds if below 10 %");
    }

    /** "Optimal TPSize much higher than the number of CPUs is typical for IO-bound workloads". */
    private Optional<Claim> manyGroups() {
      return claim(
          List.of(Profile.READ_WRITE, Profile.NEW_ORDER, Profile.TPC_C),
          "loads that wait for the disk: the size found is much higher than the processors",
          "groups per processor",
          Double.NaN,
          Outcome::sizePerCore,
          perCore -> perCore > CLOSE_TO_CORES,
          "median of read-write, new-order and tpc-c, above 2");
    }

    /**
     * "The optimal TPSize which is close to the number of CPUs is typical for CPU-bound workloads".
     */
    private Optional<Claim> fewGroups() {
      return claim(
          List.of(Profile.POINT_SELECT, Profile.READ_ONLY),
          "loads that wait for processors: the size found is close to their number",
          "groups per processor",
          Double.NaN,
          Outcome::sizePerCore,
          perCore -> perCore <= CLOSE_TO_CORES,
          "median of point-select and read-only, up to 2");
    }

    /** A claim on some profiles; none where they were not run, for then it says nothing here. */
    private Optional<Claim> claim(
        List<Profile> profiles,
        String what,
        String unit,
        double printed,
        ToDoubleFunction<List<CellResult>> figure,
        DoublePredicate rule,
        String why) {
      List<CellResult> of =
          results.stream().filter(result -> profiles.contains(result.cell().profile())).toList();
      return of.isEmpty() || !experiment.printed
          ? Optional.empty()
          : Optional.of(Claim.statement(what, unit, printed, figure.applyAsDouble(of), rule, why));
    }

    /** The largest gain over the numbers of connections, in per cent. */
    private static double mostPercent(List<CellResult> results) {
      return results.stream()
          .flatMap(result -> result.gain().stream())
          .mapToDouble(gain -> 100 * (gain.median() - 1))
          .max()
          .orElse(Double.NaN);
    }

    private static double sizePerCore(List<CellResult> results) {
      List<Double> sizes =
          results.stream()
              .flatMap(result -> result.opt().map(opt -> (double) opt / result.cores()).stream())
              .toList();
      return sizes.isEmpty() ? Double.NaN : new Repeated(sizes).median();
    }

    private List<Picture> pictures() {
      List<Picture> pictures = new ArrayList<>();
      Map<String, List<CellResult>> profiles = TuningPictures.byProfile(results);
      profiles.forEach((profile, of) -> {
        if (of.size() > 1) {
          pictures.add(
              new Picture(
                  TuningPictures.throughput(profile, of),
                  figure(profile, "13", "15")
                      + "transactions per second over connections, with as many groups as cores"
                      + " (usual), with as many as were found (contr), and while the climber was"
                      + " at work, which is what the article shows."));
          pictures.add(
              new Picture(
                  TuningPictures.latency(profile, of),
                  figure(profile, "14", "16")
                      + "the mean latency of a transaction over connections, in the same runs."));
        }
      });
      if (!pictures.isEmpty()) {
        pictures.add(
            new Picture(
                TuningPictures.sizes(results),
                "Figs. 17 and 18 of the article: the size found over connections."));
      }
      profiles.forEach((profile, of) -> {
        pictures.add(
            new Picture(
                TuningPictures.sizeOverTime("Size while governed, " + profile, of),
                "The number of thread groups in each second of the governed runs."));
        pictures.add(
            new Picture(
                TuningPictures.throughputOverTime("Throughput while governed, " + profile, of),
                "What the clients got meanwhile."));
      });
      return pictures;
    }

    private static String figure(String profile, String readWrite, String newOrder) {
      return switch (profile) {
        case "read-write" -> "Fig. " + readWrite + " of the article: ";
        case "new-order" -> "Fig. " + newOrder + " of the article (there TPC-C): ";
        case "tpc-c" -> "Fig. " + newOrder + " of the article: ";
        default -> "As Figs. 13 to 16 of the article: ";
      };
    }

    private Facts parameters() {
      Facts facts = Facts.of("How it was measured").and("the article", PAPER);
      for (String server : servers) {
        facts = facts.and("server", server);
      }
      long seconds = experiment.protocol.seconds();
      return facts
          .and("policy", experiment.protocol.policy())
          .and("governed runs", seconds + " s each")
          .and("fixed sizes", seconds + " s each, cut into turns that alternate")
          .and("the article's runs", "600 s each, on a machine of 72 processors, MySQL 8.0 variant")
          .and("load", "closed loop, no think time; clients and server share the processors")
          .and("seed", experiment.seed);
    }

    private static final String REMARKS =
        "opt is the size that a governed run had for the longest time in its last third. Converged is"
            + " the first moment at which the size is within a factor of 1.5 (or one group) of where"
            + " the run ended, and from which on it is so for at least two fifths of every stretch of"
            + " time (a quarter of the run, 5 to 20 s), so that comparing it with another size by turns"
            + " does not count as being lost. Lost is the integral of best - reached up to then, where"
            + " best is what the best fixed size reached in the turns; by the curve, what the sweep"
            + " says that the sizes on the way cost, whatever else the machine did. Medians of turns;"
            + " diff is the median of the ratios of neighbouring turns.";

    private Headline headline(Printed printed) {
      if (results.isEmpty()) {
        return Headline.of(
            "The run was " + ended.orElse("empty") + ", before anything was measured.");
      }
      String most =
          results.stream()
              .filter(result -> result.gain().isPresent())
              .max(Comparator.comparingDouble(Outcome::gain))
              .map(Outcome::sentence)
              .orElse("No load was measured to its end.");
      Headline headline =
          printed.claims().isEmpty()
              ? Headline.of(most)
              : Headline.of(printed.tally() + ".").and(most);
      return headline
          .and(ends())
          .doubted(doubts)
          .doubted(
              ended.stream()
                  .map(why -> "the run was " + why + "; what is missing was not run")
                  .toList());
    }

    private static double gain(CellResult result) {
      return result.gain().map(Repeated::median).orElse(1.0);
    }

    /** Whether at least three quarters of the turns gained something. */
    private static boolean isClear(CellResult result) {
      return result.gain().map(Repeated::lowerQuartile).orElse(0.0) > 1;
    }

    private static String sentence(CellResult most) {
      double percent = 100 * (gain(most) - 1);
      if (percent < 1 || !isClear(most)) {
        return "No load clearly gained anything over as many groups as cores (%s); the best, %s: %s %%."
            .formatted(most.cores(), most.cell().text(), NumberFormat.text(percent));
      }
      return ("The most was gained for %s: %s %% over as many groups as cores (%s), with %s groups;"
              + " the article reports more than 40 %% for read-write and TPC-C, on 72 cores.")
          .formatted(
              most.cell().text(), NumberFormat.text(percent), most.cores(), most.opt().orElse(0));
    }

    /** How many governed runs ended at a good size, where a sweep tells what is good. */
    private String ends() {
      List<Double> shares =
          results.stream()
              .filter(result -> result.sweep().isPresent())
              .flatMap(result -> result.tuned().stream().map(result::shareOfBest))
              .flatMap(Optional::stream)
              .map(Repeated::median)
              .toList();
      long good = shares.stream().filter(share -> share >= 0.95).count();
      return shares.isEmpty()
          ? ""
          : "%s of %s governed runs ended at a size that reaches 95 %% of the best fixed one."
              .formatted(good, shares.size());
    }
  }
}
