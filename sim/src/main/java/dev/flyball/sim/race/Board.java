package dev.flyball.sim.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The results of one scenario: the oracle on top, the contenders by their regret, the references
 * below.
 *
 * @param scenario the scenario
 * @param seeds how many seeds the figures are means or medians over
 * @param rows one for each contender; the first is the oracle
 */
public record Board(Scenario scenario, int seeds, List<Row> rows) {

  /** What the rows are sorted by, in words. */
  public static String regret(Aggregate aggregate) {
    return "regret = "
        + aggregate.word()
        + " cost over the seeds / the oracle's; "
        + Prices.STANDARD.formula();
  }

  public Board {
    rows = List.copyOf(rows);
  }

  /** The role of a row. */
  public enum Role {
    ORACLE,
    CONTENDER,
    REFERENCE;

    /** The word that files have for it. */
    public String word() {
      return switch (this) {
        case ORACLE -> "oracle";
        case CONTENDER -> "contender";
        case REFERENCE -> "reference";
      };
    }
  }

  /**
   * The results of one contender; ratios are of the race's middle values over the seeds, and NaN
   * where a figure is not known.
   *
   * @param name the contender's name
   * @param role what the row is there for
   * @param regret its cost over the oracle's
   * @param completedShare tasks that ended, as a share of those offered
   * @param throughputRatio tasks per second while tasks arrived, over the oracle's
   * @param responseMeanRatio the mean response time over the oracle's
   * @param responseP95Ratio its 95th percentile over the oracle's
   * @param responseP99Ratio its 99th percentile over the oracle's
   * @param workerSecondsRatio the workers' lifetimes over the oracle's
   * @param settleSeconds how long after each change the size had settled
   * @param overshoot how far the size went beyond the one it settled at, as a share of that one
   * @param resizes how often a size was changed in a run
   * @param avoidableRatio what of its cost some sizes might have avoided, over the same of the
   *     oracle's; see {@link Cost#avoidableSecondsPerTask}
   * @param goodShare the goodput: tasks that ended well within their pool's deadline, as a share of
   *     those offered
   * @param lostTasks tasks that were turned away, took too long or never finished in a run
   */
  public record Row(
      String name,
      Role role,
      double regret,
      double completedShare,
      double throughputRatio,
      double responseMeanRatio,
      double responseP95Ratio,
      double responseP99Ratio,
      double workerSecondsRatio,
      double settleSeconds,
      double overshoot,
      double resizes,
      double avoidableRatio,
      double goodShare,
      double lostTasks) {}

  /**
   * The board of a scenario under some prices; empty when the race ended before all its laps had.
   *
   * @param laps those of this scenario
   */
  static Optional<Board> of(Race race, Scenario scenario, List<Lap> laps, Prices prices) {
    Map<String, List<Lap>> byName = new TreeMap<>();
    for (Lap lap : laps) {
      byName.computeIfAbsent(lap.contender().name(), name -> new ArrayList<>()).add(lap);
    }
    List<Lap> oracle = bestKnown(race, scenario, laps, prices);
    List<Row> contenders = new ArrayList<>();
    List<Row> references = new ArrayList<>();
    List<Contender> all = new ArrayList<>(race.contenders());
    all.addAll(race.references());
    for (Contender contender : all) {
      List<Lap> own = byName.getOrDefault(contender.name(), List.of());
      if (own.size() < race.seeds() || oracle.size() < race.seeds()) {
        return Optional.empty();
      }
      boolean reference = race.references().contains(contender);
      Role role = reference ? Role.REFERENCE : Role.CONTENDER;
      (reference ? references : contenders)
          .add(row(contender.name(), role, race.aggregate(), prices, own, oracle));
    }
    contenders.sort(Comparator.comparingDouble(Row::regret)); // stable
    List<Row> rows =
        new ArrayList<>(
            List.of(row(Oracle.NAME, Role.ORACLE, race.aggregate(), prices, oracle, oracle)));
    rows.addAll(contenders);
    rows.addAll(references);
    return Optional.of(new Board(scenario, race.seeds(), rows));
  }

  /**
   * The oracle's laps: for each seed the cheapest lap of any contender under these prices. What a
   * contender did can be done, so the sizes in hindsight are at least that good; empty before the
   * search has a lap. The search itself used the standard prices; under other prices the best known
   * lap may be farther from the optimum. If runs may have been disturbed, the cheapest run proves
   * nothing, and the search's lap counts.
   */
  private static List<Lap> bestKnown(Race race, Scenario scenario, List<Lap> laps, Prices prices) {
    List<Lap> searched =
        laps.stream().filter(lap -> lap.contender().name().equals(Oracle.NAME)).toList();
    if (race.aggregate() != Aggregate.MEAN || searched.size() < race.seeds()) {
      return searched;
    }
    List<Lap> best = new ArrayList<>();
    for (int i = 0; i < race.seeds(); i++) {
      long seed = scenario.seed() + i;
      laps.stream()
          .filter(lap -> lap.seed() == seed)
          .min(Comparator.comparingDouble(lap -> lap.costSeconds(prices)))
          .ifPresent(best::add);
    }
    return best;
  }

  private static Row row(
      String name,
      Role role,
      Aggregate aggregate,
      Prices prices,
      List<Lap> laps,
      List<Lap> oracle) {
    List<Score> scores = laps.stream().map(Lap::score).toList();
    List<Score> best = oracle.stream().map(Lap::score).toList();
    ToDoubleFunction<ToDoubleFunction<Score>> ratio =
        figure -> Ratio.of(aggregate.of(scores, figure), aggregate.of(best, figure));
    ToDoubleFunction<Lap> cost = lap -> lap.costSeconds(prices);
    return new Row(
        name,
        role,
        Ratio.of(aggregate.of(laps, cost), aggregate.of(oracle, cost)),
        aggregate.of(scores, Score::completedShare),
        ratio.applyAsDouble(Score::throughputPerSecond),
        ratio.applyAsDouble(Score::responseMeanSeconds),
        ratio.applyAsDouble(Score::responseP95Seconds),
        ratio.applyAsDouble(Score::responseP99Seconds),
        ratio.applyAsDouble(Score::workerSeconds),
        aggregate.of(scores, Score::settleSeconds),
        aggregate.of(scores, Score::overshoot),
        aggregate.of(scores, Score::resizes),
        ratio.applyAsDouble(Score::avoidableSeconds),
        aggregate.of(scores, Score::goodShare),
        aggregate.of(laps, Lap::lostTasks));
  }

  /** The row of a contender. */
  public Row row(String name) {
    return rows.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row is named '" + name + "'"));
  }
}
