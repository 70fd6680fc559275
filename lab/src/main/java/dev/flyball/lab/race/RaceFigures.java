package dev.flyball.lab.race;

import static dev.flyball.lab.report.text.NumberFormat.rounded;

import dev.flyball.files.Units;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.report.RunRow.Spread;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.Quantiles;
import dev.flyball.sim.Contender.SizeAt;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Distribution;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Order.Criterion;
import dev.flyball.sim.race.Order.Place;
import dev.flyball.sim.race.Prices;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.Ranking.Standing;
import dev.flyball.sim.race.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The figures of a race: those of a run, of a board's row, of a standing over all boards. */
final class RaceFigures {

  /** A noticeable regret. */
  private static final double NOTICEABLE = 1.15;

  /** An unacceptable regret. */
  private static final double BAD = 1.5;

  /** How many orders are shown, by the standard; the first by any other criterion are, too. */
  private static final int SHOWN = 8;

  private static final Figures<SizeAt> OF_SIZE =
      Figures.of(
          Figure.inFiles("fromSeconds", size -> rounded(size.atNanos() / 1e9)),
          Figure.inFiles("workers", SizeAt::workers));

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

  static final Figures<Distribution> OF_DISTRIBUTION =
      Figures.of(
          policy(Distribution::name, Distribution::role),
          Figure.inFiles("role", of -> of.role().word()),
          Figure.inFiles("worstScenario", of -> of.worst().name()),
          threeDigits("regret", "regret", Distribution::regret),
          threeDigits("regretMedian", "p50", of -> of.quantile(0.5)),
          threeDigits("regretP90", "p90", of -> of.quantile(0.9)),
          threeDigits("regretP95", "p95", of -> of.quantile(0.95)),
          threeDigits("regretP99", "p99", of -> of.quantile(0.99)),
          threeDigits("worstRegret", "worst", Distribution::worstRegret),
          Figure.<Distribution>count("worstSeed", "seed", of -> of.worst().seed())
              .shownAs(of -> String.valueOf(of.worst().seed())),
          Figure.count("above" + NOTICEABLE, ">" + NOTICEABLE, of -> of.above(NOTICEABLE)),
          Figure.count("above" + BAD, ">" + BAD, of -> of.above(BAD)),
          number("lostTasks", "lost", 0, Distribution::lostTasks),
          Figure.count("lostScenarios", "in", Distribution::lostScenarios),
          share("goodShare", "good", 1, Distribution::goodShare));

  static final Figures<Board.Row> OF_DRAWN_ROW =
      Figures.of(
          Figure.inFiles("policy", Board.Row::name),
          Figure.inFiles("regret", row -> rounded(row.regret())),
          Figure.inFiles("lostTasks", row -> rounded(row.lostTasks())));

  /** What the distributions are made of. */
  static final Figures<Board> OF_DRAWN_SCENARIO =
      Figures.of(
          Figure.inFiles("scenario", board -> board.scenario().name()),
          Figure.inFiles("seed", board -> board.scenario().seed()),
          Figure.inFiles("rows", board -> OF_DRAWN_ROW.json(board.rows())));

  private static final Figures<Place> OF_PLACE =
      Figures.of(
          Figure.inFiles("policy", Place::name),
          Figure.inFiles("value", place -> rounded(place.value())));

  static final Figures<Order> OF_ORDER =
      Figures.of(
          Figure.inFiles("figure", order -> order.criterion().figure().key()),
          Figure.inFiles("price", order -> order.criterion().prices().worker()),
          Figure.inFiles("lossSeconds", order -> order.criterion().prices().lossSeconds()),
          Figure.inFiles("policies", order -> OF_PLACE.json(order.places())));

  private RaceFigures() {}

  private static Figure<Lap> ofRun(String key, ToDoubleFunction<Score> of) {
    return Figure.inFiles(key, lap -> rounded(of.applyAsDouble(lap.score())));
  }

  /** A number that files have to nine digits, and tables with so many decimals. */
  static <T> Figure<T> number(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return Figure.<T>number(key, title, "", of).rounded().decimals(decimals);
  }

  /** A share that files have to nine digits, and tables in percent with so many decimals. */
  static <T> Figure<T> share(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return Figure.<T>number(key, title, "", of).rounded().percent().decimals(decimals);
  }

  /** A contender's name, in tables in brackets where it is only there to compare with. */
  static <T> Figure<T> policy(Function<T, String> name, Function<T, Board.Role> role) {
    return Figure.text("policy", "policy", name)
        .shownAs(row -> name(name.apply(row), role.apply(row)));
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
        row.extra("sizes", oracle.sizes().stream().map(OF_SIZE::json).toList());
      }
    }
    return row.extras(ADDED_LATER, lap);
  }

  private static long sum(Lap lap, ToLongFunction<PoolOutcome> count) {
    return lap.outcome().pools().stream().mapToLong(count).sum();
  }

  /** The quantiles of the pool whose 95th percentile is the longest. */
  private static Spread worst(Lap lap, Function<PoolOutcome, Quantiles> of) {
    return lap.outcome().pools().stream()
        .map(of)
        .filter(quantiles -> !quantiles.isEmpty())
        .max(Comparator.comparingLong(Quantiles::p95Nanos))
        .map(Spread::of)
        .orElse(Spread.UNKNOWN);
  }

  /** The figures of a board's row. */
  private static Figures<Board.Row> ofRow(Race race, Board board) {
    return Figures.of(
        policy(Board.Row::name, Board.Row::role),
        Figure.inFiles("role", row -> row.role().word()),
        number("regret", "regret", 2, Board.Row::regret),
        share("completedShare", "completed", 1, Board.Row::completedShare),
        number("throughputRatio", "throughput", 2, Board.Row::throughputRatio),
        number("responseMeanRatio", "mean", 2, Board.Row::responseMeanRatio),
        number("responseP95Ratio", "p95", 2, Board.Row::responseP95Ratio),
        number("responseP99Ratio", "p99", 2, Board.Row::responseP99Ratio),
        number("workerSecondsRatio", "worker time", 2, Board.Row::workerSecondsRatio),
        Figure.<Board.Row>number("settleSeconds", "settle", "s", Board.Row::settleSeconds)
            .rounded()
            .decimals(1),
        share("overshoot", "overshoot", 0, Board.Row::overshoot),
        number("resizes", "resizes", 1, Board.Row::resizes),
        Figure.text("asked", "asked", row -> Asked.in(race, List.of(board.scenario()), row.name())),
        number("avoidableRatio", "avoidable", 2, Board.Row::avoidableRatio),
        share("goodShare", "goodput", 1, Board.Row::goodShare),
        number("lostTasks", "lost", 1, Board.Row::lostTasks));
  }

  /** A board as a table. */
  static Table board(Race race, Board board) {
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
            board.rows(),
            isFirst(board.rows(), Board.Row::name, Board.Row::role));
  }

  /** Whether a row is that of the first contender, which the verdict is about. */
  static <T> Predicate<T> isFirst(
      List<T> rows, Function<T, String> name, Function<T, Board.Role> role) {
    String first =
        rows.stream()
            .filter(row -> role.apply(row) == Board.Role.CONTENDER)
            .map(name)
            .findFirst()
            .orElse("");
    return row -> name.apply(row).equals(first);
  }

  /** The figures of a board in files. */
  static Figures<Board> ofBoard(Race race) {
    return Figures.of(
        Figure.inFiles("scenario", board -> board.scenario().name()),
        Figure.inFiles("models", board -> board.scenario().models()),
        Figure.inFiles("catches", board -> board.scenario().catches()),
        Figure.inFiles("seeds", Board::seeds),
        Figure.inFiles("rows", board -> ofRow(race, board).json(board.rows())),
        Figure.inFiles("lengthSeconds", board -> rounded(board.scenario().lengthNanos() / 1e9)));
  }

  /** The figures of a standing over all boards. */
  static Figures<Standing> ofStanding(Race race) {
    return Figures.of(
        policy(Standing::name, Standing::role),
        Figure.inFiles("role", standing -> standing.role().word()),
        number("regret", "regret", 2, Standing::regret),
        number("worstRegret", "worst regret", 2, Standing::worstRegret),
        Figure.<Standing>text("worstScenario", "in scenario", Standing::worstScenario)
            .shownAs(it -> it.role() == Board.Role.ORACLE ? "" : it.worstScenario()),
        Figure.text("asked", "asked", standing -> Asked.in(race, standing.name())));
  }

  /** Shown with three digits, for it may be 1 as well as thousands. */
  private static Figure<Distribution> threeDigits(
      String key, String title, ToDoubleFunction<Distribution> of) {
    return Figure.<Distribution>number(key, title, "", of)
        .rounded()
        .shownAs(row -> NumberFormat.text(of.applyAsDouble(row)));
  }

  /** How the regrets are spread over scenarios that were drawn at random, as a table. */
  static Table distributions(List<Distribution> distributions) {
    return OF_DISTRIBUTION.table(
        distributions.get(0).regrets().size()
            + " drawn scenarios (regret over all, its percentiles, the worst and its seed, and in how"
            + " many it was above; tasks lost that the oracle finished, in how many scenarios;"
            + " goodput)",
        distributions,
        isFirst(distributions, Distribution::name, Distribution::role));
  }

  /** A contender's name; in brackets where it is only there to compare with. */
  static String name(String name, Board.Role role) {
    return role == Board.Role.REFERENCE ? "(" + name + ")" : name;
  }

  // ---- The orders of the contenders by several figures

  /** The contenders in several orders, as a table. */
  static Table orders(List<Order> orders) {
    List<Figure<Place>> columns = new ArrayList<>(List.of(Figure.text("", "policy", Place::name)));
    for (Order order : orders) {
      columns.add(
          Figure.<Place>number("", title(order.criterion()), "", Place::value)
              .shownAs(place -> cell(order, place.name())));
    }
    return new Figures<>(columns)
        .table(
            "Overall under other prices, and by other figures (in brackets the place)",
            orders.get(0).places().stream()
                .filter(place -> isShown(place.name(), orders))
                .toList());
  }

  private static boolean isShown(String name, List<Order> orders) {
    return orders.get(0).place(name) <= SHOWN
        || orders.stream().anyMatch(order -> order.place(name) == 1);
  }

  private static String cell(Order order, String name) {
    double value = order.value(name);
    boolean share = order.criterion().figure() == Order.Figure.GOODPUT;
    String text = share ? NumberFormat.text(100 * value, 1) : NumberFormat.text(value);
    return text + " (" + order.place(name) + ")";
  }

  private static String title(Criterion criterion) {
    return switch (criterion.figure()) {
      case RESPONSE_P99 -> "p99";
      case GOODPUT -> "goodput, %";
      case REGRET -> title(criterion.prices());
    };
  }

  /** Which prices are not the standard ones. */
  private static String title(Prices prices) {
    if (prices.equals(Prices.STANDARD)) {
      return "standard";
    }
    return prices.lossSeconds() == Prices.STANDARD.lossSeconds()
        ? "worker " + Units.plain(prices.worker())
        : "loss " + Units.plain(prices.lossSeconds()) + " s";
  }
}
