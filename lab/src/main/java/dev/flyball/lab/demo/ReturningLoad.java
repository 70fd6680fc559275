package dev.flyball.lab.demo;

import dev.flyball.base.Require;
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
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Protocol.Endings;
import dev.flyball.lab.tuning.Protocol.Turns;
import dev.flyball.lab.tuning.ServerSecond;
import dev.flyball.lab.tuning.ServerStretch;
import dev.flyball.lab.tuning.Sweep;
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
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Two loads with the same number of clients that take turns on a governed server: does the governor
 * know one when it comes again? At the end sizes are measured in turns under each load, to say what
 * share of the best each visit reached.
 *
 * @param policy the policy that governs, as {@link Policies#parse} reads it
 * @param connections how many clients ask
 * @param loads the two loads
 * @param visits how many visits there are, of both loads together
 * @param seconds how long each visit is, and each load's sizes are measured
 * @param seed what the clients' values grow from
 * @param testServer starts the server
 * @param command the command line that does it again
 */
public record ReturningLoad(
    String policy,
    int connections,
    List<Profile> loads,
    int visits,
    long seconds,
    long seed,
    Function<Watcher, TestServer> testServer,
    String command) {

  /** The loads unless others are wanted. */
  public static final List<Profile> PROFILES = List.of(Profile.POINT_SELECT, Profile.READ_WRITE);

  private static final int SIZES_MAX = 128;
  private static final List<Integer> SIZES = List.of(1, 2, 8, 32, 64);

  public ReturningLoad {
    Policies.parse(policy);
    loads = List.copyOf(loads);
    if (loads.size() != 2) {
      throw new IllegalArgumentException("loads must be two but were " + loads.size());
    }
    Require.countAtLeast("visits", 2, visits);
    Require.countAtLeast("seconds", 5, seconds);
  }

  /** A load, and what was seen of one visit of it. */
  private record Visit(int number, String load, GovernedRun run, Optional<Sweep> curve) {

    /** The share of the best by the curve that the sizes of the visit have. */
    double share() {
      return curve
          .map(known -> 1 - run.lostSecondsInAllBy(known) / run.lengthSeconds())
          .orElse(Double.NaN);
    }

    double reached() {
      return curve
          .map(known ->
              run.load().transactionsPerSecond() / known.best().transactionsPerSecond().median())
          .orElse(Double.NaN);
    }

    long saying(String words) {
      return run.moves().stream().map(Move::why).filter(why -> why.contains(words)).count();
    }

    double perSecond() {
      return run.load().transactionsPerSecond();
    }
  }

  private static final Figures<Visit> VISITS =
      Figures.of(
          Figure.count("number", "visit", Visit::number),
          Figure.text("load", "load", Visit::load),
          Figure.count("startSize", "size at the start", visit -> visit.run().start()),
          Figure.count("endSize", "size at the end", visit -> visit.run().opt()),
          Figure.number("throughput", "throughput", "tps", Visit::perSecond),
          Figure.number(
              "shareByCurve", "its sizes by the curve", "%", visit -> 100 * visit.share()),
          Figure.number("share", "of the best", "%", visit -> 100 * visit.reached()),
          Figure.count("recalls", "recalled", visit -> visit.saying("workload known")),
          Figure.count("anew", "began anew", visit -> visit.saying("begins anew")));

  /** Runs it and says what was seen; where the thread is interrupted, what there is up to then. */
  public Findings run(Watcher watcher) {
    List<String> servers = new ArrayList<>();
    List<String> doubts = new ArrayList<>();
    List<Visit> seen = new ArrayList<>();
    Optional<String> ended = Optional.empty();
    int cores = 1;
    try (TestServer server = testServer.apply(watcher)) {
      servers.add(server.description());
      cores = server.cores();
      try (TestServer.UnderLoad loaded = server.open(cell(loads.get(0)))) {
        govern(loaded, server.cores(), watcher, seen);
        judge(loaded, server.cores(), watcher, seen);
      } finally {
        doubts.addAll(server.neighbours().doubts());
      }
    } catch (InterruptedException | RuntimeException e) {
      ended = Optional.of(Endings.byHandOnly(e));
    }
    ended.map("the run was "::concat).ifPresent(doubts::add);
    return findings(servers, cores, seen, doubts, ended.isEmpty());
  }

  private Cell cell(Profile profile) {
    return new Cell(connections, profile);
  }

  private Profile load(int visit) {
    return loads.get(visit % 2);
  }

  private void govern(TestServer.UnderLoad loaded, int cores, Watcher watcher, List<Visit> seen)
      throws InterruptedException {
    loaded.size(cores);
    double from = loaded.next().atSeconds();
    SizingPolicy governor = Policies.parse(policy).within(Limits.of(1, SIZES_MAX));
    try (LoadedServer.Governing governing = loaded.govern(governor)) {
      for (int visit = 0; visit < visits; visit++) {
        if (visit > 0) {
          loaded.turn(load(visit));
        }
        watcher.begins(new Part(cell(load(visit)).text(), visit + 1, visits + 2, seconds));
        GovernedRun run =
            GovernedRun.watch(loaded, governing, policy, cores, from, seconds, watcher);
        GovernedRun own = run.from(from);
        seen.add(new Visit(visit + 1, Cell.nameOf(load(visit)), own, Optional.empty()));
        if (run.cutShort()) {
          throw new InterruptedException("in a visit");
        }
        from = run.toSeconds();
      }
    }
  }

  /** Measures sizes under each load, and sets each visit against them. */
  private void judge(TestServer.UnderLoad loaded, int cores, Watcher watcher, List<Visit> seen)
      throws InterruptedException {
    for (int which = 0; which < 2; which++) {
      Profile load = load(visits - 1 + which); // the last one is there still
      loaded.turn(load);
      TreeSet<Integer> sizes = new TreeSet<>(SIZES);
      sizes.add(cores);
      String name = Cell.nameOf(load);
      seen.stream()
          .filter(visit -> visit.load().equals(name))
          .forEach(visit -> sizes.add(visit.run().opt()));
      Turns turns = Turns.of(seconds);
      String what = name + ": fixed sizes " + sizes + " in turns";
      watcher.begins(
          new Part(what, visits + 1 + which, visits + 2, turns.secondsFor(sizes.size())));
      Sweep curve = new Sweep(cores, turns.measure(loaded, sizes, watcher));
      seen.replaceAll(visit ->
          visit.load().equals(name)
              ? new Visit(visit.number(), name, visit.run(), Optional.of(curve))
              : visit);
    }
  }

  private Findings findings(
      List<String> servers, int cores, List<Visit> seen, List<String> doubts, boolean complete) {
    List<CellResult> results = new ArrayList<>();
    for (Visit visit : seen) {
      results.add(
          new CellResult(
              cell(load(visit.number() - 1)),
              cores,
              visit.curve(),
              List.of(visit.run()),
              List.of(),
              Optional.empty(),
              !complete));
    }
    Findings findings =
        new Findings(
                RunReport.of("mariadb-returns", "real", TuningFigures.rows(results, seed)),
                Report.of(
                    "Two loads of a MariaDB server that take turns, and a governor that knows them",
                    headline(seen).doubted(doubts)))
            .with(VISITS.table("Visits", seen))
            .figure("visits", VISITS.json(seen))
            .figure("server", String.join("; ", servers))
            .figure("complete", complete);
    if (!seen.isEmpty()) {
      List<CellResult> whole = List.of(whole(cores, seen));
      findings =
          findings.with(
              new Picture(
                  TuningPictures.sizeOverTime("Size", whole),
                  "The number of thread groups, over all visits."));
    }
    Facts facts = Facts.of("How it was measured");
    for (String server : servers) {
      facts = facts.and("server", server);
    }
    return findings.measuredBy(
        command,
        facts
            .and("policy", policy)
            .and("clients", connections + ", closed loop, no think time")
            .and("visits", visits + " of " + seconds + " s each")
            .and("seed", seed));
  }

  private CellResult whole(int cores, List<Visit> seen) {
    List<ServerSecond> load = new ArrayList<>();
    List<Move> moves = new ArrayList<>();
    seen.forEach(visit -> {
      load.addAll(visit.run().load().seconds());
      moves.addAll(visit.run().moves());
    });
    GovernedRun run =
        new GovernedRun(
            policy, cores, seen.get(0).run().fromSeconds(), new ServerStretch(load), moves, false);
    return new CellResult(
        cell(loads.get(0)),
        cores,
        Optional.empty(),
        List.of(run),
        List.of(),
        Optional.empty(),
        false);
  }

  private Headline headline(List<Visit> seen) {
    double later =
        seen.stream()
            .filter(visit -> visit.number() > 2)
            .mapToDouble(Visit::share)
            .filter(share -> !Double.isNaN(share))
            .min()
            .orElse(Double.NaN);
    double first =
        seen.stream()
            .filter(visit -> visit.number() <= 2)
            .mapToDouble(Visit::share)
            .filter(share -> !Double.isNaN(share))
            .min()
            .orElse(Double.NaN);
    return Headline.of(
        Double.isNaN(later)
            ? "The visits could not be judged."
            : ("By the curves measured afterwards, the sizes of the first visits have at least %s %% of"
                    + " the best throughput, those of all later visits at least %s %%.")
                .formatted(NumberFormat.text(100 * first), NumberFormat.text(100 * later)));
  }
}
