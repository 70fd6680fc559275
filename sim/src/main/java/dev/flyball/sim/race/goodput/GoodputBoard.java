package dev.flyball.sim.race.goodput;

import dev.flyball.admission.Importance;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The results of one scenario by goodput: the oracle on top, the contenders by their goodput.
 *
 * @param scenario the scenario
 * @param seeds how many seeds the figures are means over
 * @param rows one for each contender; the first is the oracle
 */
public record GoodputBoard(Scenario scenario, int seeds, List<Row> rows) {

  /** What a row's figures are, in words. */
  public static final String FIGURES =
      "good = tasks that ended well within their deadline / tasks offered; of best = good / the"
          + " oracle's; shed = tasks turned away, when they came or later / offered; needless ="
          + " those of them that came in a second in which the oracle turned none away; p99 = from"
          + " arrival to end, of tasks that ended; recovery = from the scenario's last change until"
          + " the goodput up to the end is 99 % of the oracle's";

  public GoodputBoard {
    rows = List.copyOf(rows);
  }

  /**
   * The results of one contender, means over the seeds.
   *
   * @param name the contender's name
   * @param role what the row is there for
   * @param goodShare tasks that ended well within their deadline, as a share of those offered
   * @param ratio that over the oracle's; 1 where both are 0
   * @param turnedAwayShare tasks turned away, when they came or later, as a share of those offered
   * @param needlessShare the part of them that came in a second in which the oracle turned none
   *     away, as a share of those offered
   * @param goodByClass the goodput of each class that had tasks
   * @param responseP99Seconds the 99th percentile of the response time of tasks that ended; NaN
   *     where none did
   * @param recoverySeconds how long after the scenario's last change the goodput was back at 99 %
   *     of the oracle's; NaN where nothing changes
   * @param workersMean workers alive, averaged over the run
   */
  public record Row(
      String name,
      Role role,
      double goodShare,
      double ratio,
      double turnedAwayShare,
      double needlessShare,
      SortedMap<Importance, Double> goodByClass,
      double responseP99Seconds,
      double recoverySeconds,
      double workersMean) {

    public Row {
      goodByClass = Collections.unmodifiableSortedMap(new TreeMap<>(goodByClass));
    }

    /** The goodput of a class; NaN where it had no tasks. */
    public double goodShareOf(Importance importance) {
      return goodByClass.getOrDefault(importance, Double.NaN);
    }
  }

  /** A board for each scenario of which all laps were run, in the race's order. */
  public static List<GoodputBoard> of(RaceResult result) {
    return result.race().scenarios().stream()
        .map(scenario -> of(result.race(), scenario, result.laps(scenario.name())))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<GoodputBoard> of(Race race, Scenario scenario, List<Lap> laps) {
    if (laps.size() < race.seeds() * race.lapsPerSeed()) {
      return Optional.empty();
    }
    List<Lap> oracle = bestKnown(race, scenario, laps);
    List<Row> rows = new ArrayList<>();
    for (Contender contender : race.contenders()) {
      rows.add(
          row(
              contender.name(),
              Role.CONTENDER,
              laps.stream().filter(lap -> lap.contender().name().equals(contender.name())).toList(),
              oracle));
    }
    rows.sort(Comparator.comparingDouble(row -> -row.goodShare())); // stable
    rows.add(0, row(Oracle.NAME, Role.ORACLE, oracle, oracle));
    return Optional.of(new GoodputBoard(scenario, race.seeds(), rows));
  }

  /** For each seed the best lap of any contender: what a contender did can be done. */
  private static List<Lap> bestKnown(Race race, Scenario scenario, List<Lap> laps) {
    List<Lap> best = new ArrayList<>();
    for (int i = 0; i < race.seeds(); i++) {
      long seed = scenario.seed() + i;
      laps.stream()
          .filter(lap -> lap.seed() == seed)
          .min(Comparator.comparingDouble(lap -> -lap.score().goodShare())) // the first of equal
          .ifPresent(best::add);
    }
    return best;
  }

  private static Row row(String name, Role role, List<Lap> laps, List<Lap> oracle) {
    List<GoodputScore> scores = new ArrayList<>();
    for (int i = 0; i < laps.size(); i++) {
      scores.add(GoodputScore.of(laps.get(i), oracle.get(i)));
    }
    double good = mean(scores, GoodputScore::goodShare);
    double possible = mean(scores, GoodputScore::oracleGoodShare);
    return new Row(
        name,
        role,
        good,
        possible == 0 ? 1 : good / possible,
        mean(scores, GoodputScore::turnedAwayShare),
        mean(scores, GoodputScore::needlessShare),
        goodByClass(scores),
        mean(scores, GoodputScore::responseP99Seconds),
        mean(scores, GoodputScore::recoverySeconds),
        mean(scores, GoodputScore::workersMean));
  }

  private static SortedMap<Importance, Double> goodByClass(List<GoodputScore> scores) {
    SortedMap<Importance, Double> means = new TreeMap<>();
    for (Importance importance : Importance.values()) {
      List<GoodputScore> having =
          scores.stream().filter(score -> score.goodByClass().containsKey(importance)).toList();
      if (!having.isEmpty()) {
        means.put(importance, mean(having, score -> score.goodByClass().get(importance)));
      }
    }
    return means;
  }

  /** The mean of what is known. */
  private static <T> double mean(List<T> items, ToDoubleFunction<T> figure) {
    return items.stream()
        .mapToDouble(figure)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  /** The row of a contender. */
  public Row row(String name) {
    return rows.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row is named '" + name + "'"));
  }
}
