package dev.flyball.lab.race;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.Spread;
import dev.flyball.policy.Quantiles;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Score;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The figures of a race as files have them: one row per scenario, contender and seed. */
final class RaceFigures {

  private static final MathContext DIGITS = new MathContext(9);

  private RaceFigures() {}

  static List<RunRow> rows(RaceResult result) {
    return result.laps().stream().map(lap -> row(lap, true).build()).toList();
  }

  /** The same without the oracles' sizes, which for many scenarios would be most of a file. */
  static List<RunRow> rowsWithoutSizes(RaceResult result) {
    return result.laps().stream().map(lap -> row(lap, false).build()).toList();
  }

  /** The same, where rows of several benches stand in one file. */
  static List<RunRow> rows(RaceResult result, RaceExperiment.Bench bench) {
    return result.laps().stream()
        .map(lap -> row(lap, true).extra("bench", bench.word()).build())
        .toList();
  }

  private static RunRow.Builder row(Lap lap, boolean sizes) {
    Outcome outcome = lap.outcome();
    Score score = lap.score();
    RunRow.Builder row =
        RunRow.builder(lap.contender().name(), lap.seed())
            .offered(outcome.offered())
            .completed(outcome.succeeded())
            .failed(sum(outcome, pool -> pool.whole().flow().failed()))
            .throughputPerSecond(rounded(score.throughputPerSecond()))
            .responseMillis(spread(outcome, pool -> pool.whole().times().responseQuantiles()))
            .waitMillis(spread(outcome, pool -> pool.whole().times().waitQuantiles()))
            .workersMean(rounded(score.workersMean()))
            .workersMax(score.workersMax())
            .workerSeconds(rounded(score.workerSeconds()))
            .resizes(score.resizes())
            .extra("scenario", lap.scenario().name())
            .extra("costSeconds", rounded(score.costSeconds()))
            .extra("completedShare", rounded(score.completedShare()))
            .extra("rejected", sum(outcome, pool -> pool.whole().flow().rejected()))
            .extra("unfinished", sum(outcome, PoolOutcome::unfinished))
            .extra("responseMeanMillis", rounded(score.responseMeanSeconds() * 1000))
            .extra("settleSeconds", rounded(score.settleSeconds()))
            .extra("overshoot", rounded(score.overshoot()))
            .extra("hostBusyCores", rounded(outcome.hostBusyCores()))
            .extra("endSeconds", rounded(outcome.endNanos() / 1e9));
    if (lap.contender() instanceof Oracle oracle) {
      row.extra("searchRuns", oracle.runs());
      if (sizes) {
        row.extra("sizes", sizes(oracle));
      }
    }
    return row.extra("avoidableSeconds", rounded(score.avoidableSeconds()))
        .extra("goodShare", rounded(score.goodShare()))
        .extra("lost", sum(outcome, PoolOutcome::lost));
  }

  /** The oracle's sizes, pool by pool. */
  private static List<List<JsonFields>> sizes(Oracle oracle) {
    return oracle.sizes().stream()
        .map(plan -> plan.stream().map(RaceFigures::size).toList())
        .toList();
  }

  private static JsonFields size(SizeAt size) {
    return JsonFields.of("fromSeconds", rounded(size.atNanos() / 1e9))
        .and("workers", size.workers());
  }

  private static long sum(Outcome outcome, Function<PoolOutcome, Long> count) {
    long sum = 0;
    for (PoolOutcome pool : outcome.pools()) {
      sum += count.apply(pool);
    }
    return sum;
  }

  /** The quantiles of the pool whose 95th percentile is the longest. */
  private static Spread spread(Outcome outcome, Function<PoolOutcome, Quantiles> of) {
    Quantiles worst = Quantiles.EMPTY;
    for (PoolOutcome pool : outcome.pools()) {
      Quantiles quantiles = of.apply(pool);
      boolean longer = quantiles.p95Nanos() > worst.p95Nanos();
      worst = worst.isEmpty() || longer ? quantiles : worst;
    }
    return worst.isEmpty()
        ? Spread.UNKNOWN
        : Spread.ofNanos(
            worst.p50Nanos(),
            worst.p90Nanos(),
            worst.p95Nanos(),
            worst.p99Nanos(),
            worst.maxNanos());
  }

  static List<JsonFields> overall(Race race, Ranking ranking) {
    List<JsonFields> standings = new ArrayList<>();
    for (Ranking.Standing standing : ranking.standings()) {
      standings.add(
          JsonFields.of("policy", standing.name())
              .and("role", standing.role().word())
              .and("regret", rounded(standing.regret()))
              .and("worstRegret", rounded(standing.worstRegret()))
              .and("worstScenario", standing.worstScenario())
              .and("asked", Asked.in(race, standing.name())));
    }
    return standings;
  }

  static List<JsonFields> boards(Race race, List<Board> boards) {
    return boards.stream().map(board -> board(race, board)).toList();
  }

  private static JsonFields board(Race race, Board board) {
    return JsonFields.of("scenario", board.scenario().name())
        .and("models", board.scenario().models())
        .and("catches", board.scenario().catches())
        .and("seeds", board.seeds())
        .and("rows", BoardRow.extras(race, board))
        .and("lengthSeconds", rounded(board.scenario().lengthNanos() / 1e9));
  }

  /** Nine digits, for those beyond say nothing; what is infinite is not known either. */
  static double rounded(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.NaN
        : new BigDecimal(value).round(DIGITS).doubleValue();
  }
}
