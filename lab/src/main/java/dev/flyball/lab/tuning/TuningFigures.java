package dev.flyball.lab.tuning;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tuning.GovernedRun.Convergence;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The figures of measurements of a server. */
public final class TuningFigures {

  private static final int MOVES_SHOWN = 40;

  /** A governed run, with the measurements it belongs to. */
  private record Tuned(CellResult result, GovernedRun run) {

    double lost() {
      return run.lostTransactions(result.bestPerSecond());
    }

    String load() {
      return result.cell().text() + (run.cutShort() ? " (ended early)" : "");
    }
  }

  private static final Figures<CellResult> LOAD =
      Figures.of(
          Figure.text("profile", "profile", of -> of.cell().profileName()),
          Figure.count("connections", "connections", of -> of.cell().connections()));

  private static final Figures<CellResult> GAINS =
      LOAD.and(
          Figures.of(
              Figure.number("opt", "opt", "", of -> number(of.opt(), opt -> opt)),
              Figure.number("usual", "usual", "statements/s", of -> questions(of.usual())),
              Figure.number("contr", "contr", "statements/s", of -> questions(of.contr())),
              Figure.number(
                  "governed",
                  "governed, all",
                  "statements/s",
                  of -> number(of.governed(), ServerStretch::questionsPerSecond)),
              Figure.number("diffPercent", "diff", "%", of -> percent(of, Repeated::median)),
              Figure.inFiles("diffLowerQuartile", of -> percent(of, Repeated::lowerQuartile)),
              Figure.inFiles("diffUpperQuartile", of -> percent(of, Repeated::upperQuartile)),
              Figure.text("", "diff's quartiles", TuningFigures::quartiles)));

  private static final Figures<Tuned> GOVERNED =
      Figures.of(
          Figure.text("", "load", Tuned::load),
          Figure.count("startGroups", "start", of -> of.run.start()),
          Figure.count("endGroups", "end", of -> of.run.opt()),
          Figure.number(
              "convergedSeconds",
              "converged after",
              "s",
              of -> number(of.run.convergence(), Convergence::afterSeconds)),
          Figure.number(
              "convergedWindows",
              "windows",
              "",
              of -> number(of.run.convergence(), Convergence::windows)),
          Figure.count("", "changes", of -> of.run.changes()),
          Figure.number("lostTransactions", "lost on the way", "transactions", Tuned::lost),
          Figure.number(
              "lostSecondsOfBest",
              "lost, of the best",
              "s",
              of -> of.lost() / of.result.bestPerSecond()),
          Figure.number(
              "lostSecondsByCurve",
              "lost by the curve",
              "s",
              of -> number(of.result.sweep(), of.run::lostSecondsBy)),
          share(
              "shareOfBest",
              "end's size of best",
              of -> number(of.result.shareOfBest(of.run), Repeated::median)),
          share(
              "shareOfBestGoverned",
              "last third of best",
              of -> of.run.end().transactionsPerSecond() / of.result.bestPerSecond()));

  private static final Figures<CellResult> OVERHEADS =
      Figures.of(
          Figure.count("", "pairs of blocks", of -> shares(of).values().size()),
          Figure.count("looks", "looks", of -> of.overhead().orElseThrow().looks()),
          Figure.inFiles("watchedOfUnwatched", of -> shares(of).values()),
          share("", "watched of unwatched, median", of -> shares(of).median()),
          share("", "lower quartile", of -> shares(of).lowerQuartile()),
          share("", "upper quartile", of -> shares(of).upperQuartile()),
          share("", "lowest", of -> shares(of).quantile(0)),
          share("", "highest", of -> shares(of).quantile(1)));

  private static final Figures<SizeFigures> OF_SIZE =
      Figures.of(
          Figure.inFiles("groups", SizeFigures::groups),
          Figure.inFiles("transactionsPerSecond", size -> size.transactionsPerSecond().values()),
          Figure.inFiles("latencyMeanMillis", SizeFigures::latencyMeanMillis),
          Figure.inFiles("latencyP95Millis", SizeFigures::latencyP95Millis));

  private static final Figures<CellResult> SWEEPS =
      Figures.of(
          Figure.inFiles("sizeMatters", of -> sweep(of).sizeMatters()),
          Figure.inFiles("gap", of -> sweep(of).gap()),
          Figure.inFiles("leastGap", of -> sweep(of).leastGap()),
          Figure.inFiles("noise", of -> sweep(of).noise()),
          Figure.count("best", "best size", of -> sweep(of).best().groups()),
          Figure.count("smallestGood", "smallest good", of -> sweep(of).smallestGood().groups()),
          share("gainOverCores", "best over cores", of -> sweep(of).gainOverCores()),
          Figure.text("", "does size matter?", of -> sweep(of).verdict()),
          Figure.inFiles("sizes", of -> OF_SIZE.json(sweep(of).sizes())));

  private TuningFigures() {}

  /** A row for each governed run and for each fixed size. */
  public static List<RunRow> rows(List<CellResult> results, long seed) {
    return results.stream()
        .flatMap(of ->
            Stream.concat(
                tuned(List.of(of)).map(tuned -> row(tuned, seed)),
                of.fixed().stream().map(size -> row(of, size, seed))))
        .toList();
  }

  private static RunRow row(Tuned tuned, long seed) {
    return builder(tuned.result, tuned.run.policy(), tuned.run.load(), seed)
        .resizes(tuned.run.changes())
        .extras(GOVERNED, tuned)
        .build();
  }

  private static RunRow row(CellResult result, SizeFigures size, long seed) {
    ServerStretch all =
        new ServerStretch(size.turns().stream().flatMap(turn -> turn.seconds().stream()).toList());
    Repeated reached = size.transactionsPerSecond();
    return builder(result, "fixed(workers=" + size.groups() + ")", all, seed)
        .workersMean(size.groups())
        .workersMax(size.groups())
        .resizes(0)
        .extra("medianPerSecond", reached.median())
        .extra("lowerQuartilePerSecond", reached.lowerQuartile())
        .extra("upperQuartilePerSecond", reached.upperQuartile())
        .build();
  }

  private static RunRow.Builder builder(
      CellResult result, String policy, ServerStretch load, long seed) {
    double p95 = load.latencyP95Millis().orElse(Double.NaN);
    return RunRow.builder(policy, seed)
        .completed(load.seconds().stream().mapToLong(ServerSecond::transactions).sum())
        .failed(load.errors())
        .throughputPerSecond(load.transactionsPerSecond())
        .responseMillis(new Spread(Double.NaN, Double.NaN, p95, Double.NaN, Double.NaN))
        .extras(LOAD, result)
        .extra("questionsPerSecond", load.questionsPerSecond())
        .extra("latencyMeanMillis", load.latencyMeanMillis());
  }

  /** Adds the gain over as many groups as cores, for each load. */
  public static Findings addGains(Findings findings, String title, List<CellResult> results) {
    return findings.table("gains", title, GAINS, results);
  }

  /** The gain over as many groups as cores, for each load. */
  public static Table gains(String title, List<CellResult> results) {
    return GAINS.table(title, results);
  }

  /** The gain over as many groups as cores, for each load, as files have it. */
  public static List<JsonFields> gains(List<CellResult> results) {
    return GAINS.json(results);
  }

  /** The governed runs, and what the way to their sizes cost. */
  public static Table runs(String title, List<CellResult> results) {
    return GOVERNED.table(title, tuned(results).toList());
  }

  private static Stream<Tuned> tuned(List<CellResult> results) {
    return results.stream().flatMap(of -> of.tuned().stream().map(run -> new Tuned(of, run)));
  }

  /** Adds every size's figures, of the loads of which all were measured. */
  public static Findings addSweeps(Findings findings, String title, List<CellResult> results) {
    List<CellResult> swept = results.stream().filter(of -> of.sweep().isPresent()).toList();
    Figures<CellResult> sizes =
        new Figures<>(
            swept.stream()
                .flatMap(of -> sweep(of).sizes().stream().map(SizeFigures::groups))
                .distinct()
                .sorted()
                .map(groups ->
                    Figure.<CellResult>number(
                        "", String.valueOf(groups), "tps", of -> sweep(of).median(groups)))
                .toList());
    return add(findings, "sweeps", title, sizes.and(SWEEPS), swept);
  }

  /** Adds what it costs a server to be looked at, where that was measured. */
  public static Findings addOverheads(Findings findings, String title, List<CellResult> results) {
    List<CellResult> measured = results.stream().filter(of -> of.overhead().isPresent()).toList();
    return add(findings, "overheads", title, OVERHEADS, measured);
  }

  private static Findings add(
      Findings findings,
      String name,
      String title,
      Figures<CellResult> figures,
      List<CellResult> measured) {
    Figures<CellResult> text = Figures.of(Figure.text("", "load", of -> of.cell().text()));
    Findings more = findings.figure(name, LOAD.and(figures).json(measured));
    return measured.isEmpty() ? more : more.with(text.and(figures).table(title, measured));
  }

  /** The governed runs second by second, and every change of size, as files have them. */
  public static List<JsonFields> runs(List<CellResult> results) {
    return tuned(results)
        .map(tuned ->
            LOAD.json(tuned.result)
                .and("start", tuned.run.start())
                .and("seconds", ofSecond(tuned.run).json(tuned.run.load().seconds()))
                .and(
                    "changes",
                    ofMove(tuned.run)
                        .json(tuned.run.moves().stream().filter(Move::changed).toList())))
        .toList();
  }

  private static Figures<ServerSecond> ofSecond(GovernedRun run) {
    return Figures.of(
        Figure.inFiles("at", second -> second.atSeconds() - run.fromSeconds()),
        Figure.inFiles("transactionsPerSecond", ServerSecond::transactionsPerSecond),
        Figure.inFiles("questionsPerSecond", ServerSecond::questionsPerSecond),
        Figure.inFiles("latencyMeanMillis", second -> second.latency().mean()),
        Figure.inFiles("groups", ServerSecond::groups));
  }

  private static Figures<Move> ofMove(GovernedRun run) {
    return Figures.of(
        Figure.<Move>number("at", "time", "s", move -> move.atSeconds() - run.fromSeconds())
            .shownAs(move -> Math.round(10 * (move.atSeconds() - run.fromSeconds())) / 10.0),
        Figure.inFiles("from", Move::from),
        Figure.inFiles("to", Move::to),
        Figure.text("", "size", move -> move.from() + " -> " + move.to()),
        Figure.number("", "seen", "1/s", move -> move.throughputPerSecond().orElse(Double.NaN)),
        Figure.text("why", "why", Move::why));
  }

  /** The first changes of size, and the decisions that were no policy's, within a time. */
  public static Table journal(String title, GovernedRun run, double from, double to) {
    return ofMove(run)
        .table(
            title,
            run.moves().stream()
                .filter(move -> move.atSeconds() >= from && move.atSeconds() <= to)
                .filter(move -> move.changed() || move.advised().isEmpty())
                .limit(MOVES_SHOWN)
                .toList());
  }

  private static <T> Figure<T> share(String key, String title, ToDoubleFunction<T> of) {
    return Figure.number(key, title, "", of).percent();
  }

  private static Sweep sweep(CellResult of) {
    return of.sweep().orElseThrow();
  }

  private static Repeated shares(CellResult of) {
    return of.overhead().orElseThrow().shares();
  }

  private static String quartiles(CellResult of) {
    return of.gain().isEmpty()
        ? NumberFormat.UNKNOWN
        : String.format(
            Locale.ROOT,
            "%+d to %+d %%",
            Math.round(percent(of, Repeated::lowerQuartile)),
            Math.round(percent(of, Repeated::upperQuartile)));
  }

  private static double questions(Optional<SizeFigures> of) {
    return number(of, size -> size.questionsPerSecond().median());
  }

  private static double percent(CellResult of, ToDoubleFunction<Repeated> figure) {
    return 100 * (number(of.gain(), figure) - 1);
  }

  /** A figure of what may be missing; NaN where it is. */
  static <T> double number(Optional<T> of, ToDoubleFunction<T> figure) {
    return of.stream().mapToDouble(figure).findFirst().orElse(Double.NaN);
  }
}
