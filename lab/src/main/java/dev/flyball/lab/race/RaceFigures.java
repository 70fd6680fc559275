package dev.flyball.lab.race;

import static dev.flyball.lab.report.NumberFormat.rounded;

import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Table;
import dev.flyball.policy.Quantiles;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Score;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The figures of a race: those of a run, of a board's row, and of a standing over all boards. */
public final class RaceFigures {

  private static final Figures<Lap> OF_RUN =
      Figures.of(
          Figure.inFiles("scenario", lap -> lap.scenario().name()),
          ofRun("costSeconds", Score::costSeconds),
          ofRun("completedShare", Score::completedShare),
          Figure.inFiles("rejected", lap -> sum(lap, pool -> pool.whole().flow().rejected())),
          Figure.inFiles("unfinished", lap -> sum(lap, PoolOutcome::unfinished)),
          ofRun("responseMeanMillis", score -> 1000 * score.responseMeanSeconds()),
          ofRun("settleSeconds", Score::settleSeconds),
          ofRun("overshoot", Score::overshoot),
          Figure.inFiles("hostBusyCores", lap -> rounded(lap.outcome().hostBusyCores())),
          Figure.inFiles("endSeconds", lap -> rounded(lap.outcome().endNanos() / 1e9)));

  private static final Figures<Lap> ADDED_LATER =
      Figures.of(
          ofRun("avoidableSeconds", Score::avoidableSeconds),
          ofRun("goodShare", Score::goodShare),
          Figure.inFiles("lost", lap -> sum(lap, PoolOutcome::lost)));

  private RaceFigures() {}

  private static Figure<Lap> ofRun(String key, ToDoubleFunction<Score> of) {
    return Figure.inFiles(key, lap -> rounded(of.applyAsDouble(lap.score())));
  }

  /** A number that files have to nine digits, and tables with so many decimals. */
  static <T> Figure<T> number(
      String key, String title, String unit, int decimals, ToDoubleFunction<T> of) {
    return Figure.<T>number(key, title, unit, of).rounded().decimals(decimals);
  }

  /** A share that files have to nine digits, and tables in percent with so many decimals. */
  static <T> Figure<T> share(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return Figure.<T>number(key, title, "", of).rounded().percent().decimals(decimals);
  }

  /** A run's row in files; without the oracle's sizes where they are too many to be of use. */
  static RunRow.Builder row(Lap lap, boolean sizes) {
    Score score = lap.score();
    RunRow.Builder row =
        RunRow.builder(lap.contender().name(), lap.seed())
            .offered(lap.outcome().offered())
            .completed(lap.outcome().succeeded())
            .failed(sum(lap, pool -> pool.whole().flow().failed()))
            .throughputPerSecond(rounded(score.throughputPerSecond()))
            .responseMillis(worst(lap, pool -> pool.whole().times().responseQuantiles()))
            .waitMillis(worst(lap, pool -> pool.whole().times().waitQuantiles()))
            .workersMean(rounded(score.workersMean()))
            .workersMax(score.workersMax())
            .workerSeconds(rounded(score.workerSeconds()))
            .resizes(score.resizes())
            .extras(OF_RUN, lap);
    if (lap.contender() instanceof Oracle oracle) {
      row.extra("searchRuns", oracle.runs());
      if (sizes) {
        row.extra("sizes", oracle.sizes().stream().map(RaceFigures::plan).toList());
      }
    }
    return row.extras(ADDED_LATER, lap);
  }

  private static List<JsonFields> plan(List<SizeAt> plan) {
    return plan.stream()
        .map(size ->
            JsonFields.of("fromSeconds", rounded(size.atNanos() / 1e9))
                .and("workers", size.workers()))
        .toList();
  }

  private static long sum(Lap lap, Function<PoolOutcome, Long> count) {
    return lap.outcome().pools().stream().mapToLong(count::apply).sum();
  }

  /** The quantiles of the pool whose 95th percentile is the longest. */
  private static Spread worst(Lap lap, Function<PoolOutcome, Quantiles> of) {
    Quantiles worst = Quantiles.EMPTY;
    for (PoolOutcome pool : lap.outcome().pools()) {
      Quantiles quantiles = of.apply(pool);
      boolean longer = quantiles.p95Nanos() > worst.p95Nanos();
      worst = worst.isEmpty() || longer ? quantiles : worst;
    }
    return Spread.of(worst);
  }

  /** The figures of a board's row. */
  static Figures<Board.Row> ofRow(Race race, Board board) {
    return Figures.of(
        Figure.<Board.Row>text("policy", "policy", Board.Row::name)
            .shownAs(row -> name(row.name(), row.role())),
        Figure.inFiles("role", row -> row.role().word()),
        number("regret", "regret", "", 2, Board.Row::regret),
        share("completedShare", "completed", 1, Board.Row::completedShare),
        number("throughputRatio", "throughput", "", 2, Board.Row::throughputRatio),
        number("responseMeanRatio", "mean", "", 2, Board.Row::responseMeanRatio),
        number("responseP95Ratio", "p95", "", 2, Board.Row::responseP95Ratio),
        number("responseP99Ratio", "p99", "", 2, Board.Row::responseP99Ratio),
        number("workerSecondsRatio", "worker time", "", 2, Board.Row::workerSecondsRatio),
        number("settleSeconds", "settle", "s", 1, Board.Row::settleSeconds),
        share("overshoot", "overshoot", 0, Board.Row::overshoot),
        number("resizes", "resizes", "", 1, Board.Row::resizes),
        Figure.text("asked", "asked", row -> Asked.in(race, board.scenario(), row.name())),
        number("avoidableRatio", "avoidable", "", 2, Board.Row::avoidableRatio),
        share("goodShare", "goodput", 1, Board.Row::goodShare),
        number("lostTasks", "lost", "", 1, Board.Row::lostTasks));
  }

  /** A board as a table. */
  public static Table board(Race race, Board board) {
    return ofRow(race, board)
        .only(
            "policy",
            "asked",
            "regret",
            "avoidableRatio",
            "goodShare",
            "responseP95Ratio",
            "responseP99Ratio",
            "workerSecondsRatio",
            "completedShare",
            "throughputRatio",
            "responseMeanRatio",
            "settleSeconds",
            "overshoot",
            "resizes")
        .table(
            board.scenario().name()
                + " (avoidable cost, times and throughput: as multiples of the oracle's)",
            board.rows());
  }

  /** A board as files have it. */
  static JsonFields fields(Race race, Board board) {
    return JsonFields.of("scenario", board.scenario().name())
        .and("models", board.scenario().models())
        .and("catches", board.scenario().catches())
        .and("seeds", board.seeds())
        .and("rows", ofRow(race, board).json(board.rows()))
        .and("lengthSeconds", rounded(board.scenario().lengthNanos() / 1e9));
  }

  /** The figures of a standing over all boards. */
  static Figures<Ranking.Standing> ofStanding(Race race) {
    return Figures.of(
        Figure.<Ranking.Standing>text("policy", "policy", Ranking.Standing::name)
            .shownAs(standing -> name(standing.name(), standing.role())),
        Figure.inFiles("role", standing -> standing.role().word()),
        number("regret", "regret", "", 2, Ranking.Standing::regret),
        number("worstRegret", "worst regret", "", 2, Ranking.Standing::worstRegret),
        Figure.<Ranking.Standing>text(
                "worstScenario", "in scenario", Ranking.Standing::worstScenario)
            .shownAs(
                standing -> standing.role() == Board.Role.ORACLE ? "" : standing.worstScenario()),
        Figure.text("asked", "asked", standing -> Asked.in(race, standing.name())));
  }

  /** The standings over all boards as a table. */
  static Table standings(Race race, Ranking ranking) {
    return ofStanding(race)
        .only("policy", "asked", "regret", "worstRegret", "worstScenario")
        .table("All " + ranking.boards() + " scenarios", ranking.standings());
  }

  /** A contender's name; in brackets where it is only there to compare with. */
  static String name(String name, Board.Role role) {
    return role == Board.Role.REFERENCE ? "(" + name + ")" : name;
  }

  static String shown(double value, int decimals) {
    return NumberFormat.text(value, decimals);
  }
}
