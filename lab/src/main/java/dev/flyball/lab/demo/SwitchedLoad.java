package dev.flyball.lab.demo;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;
import dev.flyball.lab.report.Section.Facts;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun;
import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.Protocol.Turns;
import dev.flyball.lab.tuning.ServerSecond;
import dev.flyball.lab.tuning.ServerStretch;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import dev.flyball.lab.tuning.TestServer;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.lab.tuning.TestServer.Watcher.Part;
import dev.flyball.lab.tuning.TuningFigures;
import dev.flyball.lab.tuning.TuningPictures;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A governed server whose load becomes another in mid-run: first point selects that find everything
 * in memory, for which size hardly matters, then read-write transactions that wait for the disk.
 * Does the governor notice, and where does it go? At the end the fixed sizes are measured in turns
 * on the second load: cores, where the governor was before, and where it went.
 *
 * @param policy the policy that governs, as {@link Policies#parse} reads it
 * @param connections how many clients ask
 * @param secondsBefore how long the first load is governed
 * @param secondsAfter how long the second is
 * @param seed what the clients' values grow from
 * @param testServer starts the server, which waits for no disk yet
 * @param command the command line that does it again
 */
public record SwitchedLoad(
    String policy,
    int connections,
    long secondsBefore,
    long secondsAfter,
    long seed,
    Function<Watcher, TestServer> testServer,
    String command) {

  private static final Profile BEFORE = Profile.POINT_SELECT;
  private static final Profile AFTER = Profile.READ_WRITE;

  /** What the server's tables must be there for. */
  public static final List<Profile> PROFILES = List.of(BEFORE, AFTER);

  /** How much of the journal before the switch is shown, in seconds. */
  private static final double JOURNAL_BEFORE_SECONDS = 15;

  private static final int PARTS = 3;

  public SwitchedLoad {
    Policies.parse(policy);
    if (secondsBefore < 5 || secondsAfter < 5) {
      throw new IllegalArgumentException(
          "secondsBefore and secondsAfter must be at least 5 but were %s and %s"
              .formatted(secondsBefore, secondsAfter));
    }
  }

  /**
   * The observations.
   *
   * @param cores the server's processors
   * @param run the whole governed run
   * @param switchedSeconds when the load was switched, on the stand's clock
   * @param fixed fixed sizes under the second load
   */
  private record Seen(int cores, GovernedRun run, double switchedSeconds, List<SizeFigures> fixed) {

    GovernedRun before() {
      return run.until(switchedSeconds);
    }

    GovernedRun after() {
      return run.from(switchedSeconds);
    }

    /** A part of the run as the result of a load. */
    private CellResult result(Cell cell, GovernedRun part, List<SizeFigures> sizes) {
      return new CellResult(
          cell, cores, Optional.empty(), List.of(part), sizes, Optional.empty(), run.cutShort());
    }

    /** How long after the switch a size was tried that had not been tried just before it. */
    double noticed() {
      return run.leftItsSizesAfter(switchedSeconds, JOURNAL_BEFORE_SECONDS).orElse(Double.NaN)
          - switchedSeconds;
    }

    /** How long after its beginning the run was switched. */
    double beforeSeconds() {
      return switchedSeconds - run.fromSeconds();
    }
  }

  /** Runs it and says what was seen; where the thread is interrupted, what there is up to then. */
  public Findings run(Watcher watcher) {
    List<Seen> seen = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    try (TestServer server = testServer.apply(watcher)) {
      servers.add(server.description());
      try (TestServer.UnderLoad loaded = server.open(cell(BEFORE))) {
        Seen governed = govern(loaded, server.cores(), watcher);
        seen.add(governed);
        if (governed.run().cutShort()) {
          ended = Optional.of(Endings.BY_HAND);
        } else {
          governed.fixed().addAll(compare(loaded, governed, watcher));
        }
      } finally {
        doubts.addAll(server.neighbours().doubts());
      }
    } catch (InterruptedException | RuntimeException e) {
      ended = Optional.of(Endings.byHandOnly(e));
    }
    return findings(servers, seen, doubts, ended);
  }

  private Seen govern(TestServer.UnderLoad loaded, int cores, Watcher watcher)
      throws InterruptedException {
    loaded.size(cores);
    double from = loaded.next().atSeconds();
    SizingPolicy governor = Policies.parse(policy).within(Limits.of(1, 128));
    try (LoadedServer.Governing governing = loaded.govern(governor)) {
      watcher.begins(new Part(cell(BEFORE).text(), 1, PARTS, secondsBefore));
      GovernedRun run =
          GovernedRun.watch(loaded, governing, policy, cores, from, secondsBefore, watcher);
      double switched = run.toSeconds();
      if (!run.cutShort()) {
        loaded.turnIoBound(AFTER);
        watcher.begins(new Part(cell(AFTER).text() + ", on the disk now", 2, PARTS, secondsAfter));
        GovernedRun second =
            GovernedRun.watch(loaded, governing, policy, cores, switched, secondsAfter, watcher);
        List<ServerSecond> load = new ArrayList<>(run.load().seconds());
        load.addAll(second.load().seconds());
        run =
            new GovernedRun(
                policy, cores, from, new ServerStretch(load), governing.moves(), second.cutShort());
      }
      return new Seen(cores, run, switched, new ArrayList<>());
    }
  }

  private Cell cell(Profile profile) {
    return new Cell(connections, profile);
  }

  private List<SizeFigures> compare(LoadedServer loaded, Seen seen, Watcher watcher)
      throws InterruptedException {
    List<Integer> sizes =
        Stream.of(seen.cores(), seen.before().opt(), seen.after().opt())
            .distinct()
            .sorted()
            .toList();
    Turns turns = Turns.of(secondsBefore);
    long seconds = turns.secondsFor(sizes.size());
    watcher.begins(new Part("fixed sizes " + sizes + " in turns", 3, PARTS, seconds));
    return turns.measure(loaded, sizes, watcher);
  }

  /** A load, and the governed run under it. */
  private record Phase(String load, GovernedRun run, double noticedSeconds) {

    double endPerSecond() {
      return run.end().transactionsPerSecond();
    }
  }

  private static final Figures<Phase> PHASES =
      Figures.of(
          Figure.text("", "load", Phase::load),
          Figure.count("", "size at the start", phase -> phase.run().start()),
          Figure.count("", "size at the end", phase -> phase.run().opt()),
          Figure.number("", "tried new sizes after", "s", Phase::noticedSeconds),
          Figure.number("", "converged after", "s", phase -> convergedSeconds(phase.run())),
          Figure.number("", "windows", "", phase -> converged(phase.run(), Convergence::windows)),
          Figure.number("", "throughput at the end", "tps", Phase::endPerSecond));

  private static final Figures<Seen> SWITCHES =
      Figures.of(
          Figure.inFiles("switchedSeconds", Seen::beforeSeconds),
          Figure.inFiles("sizeBefore", what -> what.before().opt()),
          Figure.inFiles("sizeAfter", what -> what.after().opt()),
          Figure.inFiles("triedNewSizesSeconds", Seen::noticed),
          Figure.inFiles("convergedSeconds", what -> convergedSeconds(what.after())));

  private static double convergedSeconds(GovernedRun run) {
    return converged(run, Convergence::afterSeconds);
  }

  private static double converged(GovernedRun run, ToDoubleFunction<Convergence> figure) {
    return run.convergence().stream().mapToDouble(figure).findFirst().orElse(Double.NaN);
  }

  private Findings findings(
      List<String> servers, List<Seen> seen, List<String> doubts, Optional<String> ended) {
    List<CellResult> results = seen.stream().map(this::result).toList();
    Findings findings =
        new Findings(
                RunReport.of("mariadb-switch", "real", TuningFigures.rows(results, seed)),
                Report.of(
                    "A MariaDB server whose load becomes another, and a governor that follows",
                    headline(seen, ended).doubted(doubts)))
            .figure("gains", TuningFigures.gains(results))
            .figure("switches", SWITCHES.json(seen))
            .figure("runs", TuningFigures.runs(results))
            .figure("server", String.join("; ", servers))
            .figure("complete", ended.isEmpty());
    for (Seen what : seen) {
      List<CellResult> whole = List.of(what.result(cell(BEFORE), what.run(), List.of()));
      findings =
          findings
              .with(PHASES.table("Before and after", phases(what)))
              .with(
                  TuningFigures.journal(
                      "The journal around the switch (at %s s)"
                          .formatted(Math.round(what.beforeSeconds())),
                      what.run(),
                      what.switchedSeconds() - JOURNAL_BEFORE_SECONDS,
                      what.run().toSeconds()))
              .with(TuningFigures.gains("The second load, fixed sizes in turns", results))
              .with(
                  new Picture(
                      TuningPictures.sizeOverTime("Size", whole),
                      "The number of thread groups, over both loads."))
              .with(
                  new Picture(
                      TuningPictures.throughputOverTime("Throughput", whole),
                      "Transactions per second: one statement each before the switch, twenty after"
                          + " it."));
    }
    return findings.measuredBy(command, parameters(servers));
  }

  private static List<Phase> phases(Seen what) {
    return List.of(
        new Phase(Cell.nameOf(BEFORE) + ", in memory", what.before(), Double.NaN),
        new Phase(Cell.nameOf(AFTER) + ", on the disk", what.after(), what.noticed()));
  }

  /** The second load's result, as if the governed run had begun with it. */
  private CellResult result(Seen what) {
    return what.result(cell(AFTER), what.after(), what.fixed());
  }

  private Facts parameters(List<String> servers) {
    Facts facts = Facts.of("How it was measured");
    for (String server : servers) {
      facts = facts.and("server", server);
    }
    return facts
        .and("policy", policy)
        .and("clients", connections + ", closed loop, no think time")
        .and("before the switch", secondsBefore + " s of point selects in memory")
        .and(
            "after the switch",
            secondsAfter
                + " s of read-write transactions; durable commits and a small buffer pool are"
                + " switched on with them")
        .and("seed", seed);
  }

  private Headline headline(List<Seen> seen, Optional<String> ended) {
    if (seen.isEmpty()) {
      return Headline.of(
          "The run was " + ended.orElse("empty") + ", before anything was measured.");
    }
    Seen what = seen.get(0);
    return Headline.of(
            "Point selects in memory were left with %s groups; %s"
                .formatted(what.before().opt(), secondLoad(what.after())))
        .and(
            result(what)
                .gain()
                .map(gain ->
                    "There these make %s %% more transactions than as many groups as cores (%s)."
                        .formatted(NumberFormat.text(100 * (gain.median() - 1)), what.cores()))
                .orElse(""))
        .doubted(ended.map("the run was "::concat).stream().toList());
  }

  private static String secondLoad(GovernedRun run) {
    if (run.load().isEmpty()) {
      return "the load was not switched any more.";
    }
    return run.convergence()
        .map(found ->
            "for read-write on the disk %s were found, %s s and %s windows after the switch."
                .formatted(run.opt(), NumberFormat.text(found.afterSeconds()), found.windows()))
        .orElse(
            "for read-write on the disk it had not settled when the run ended, at %s."
                .formatted(run.opt()));
  }
}
