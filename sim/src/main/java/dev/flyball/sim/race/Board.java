package dev.flyball.sim.race;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How everybody did in one scenario: the oracle on top, the contenders by their regret, the
 * references below.
 *
 * @param scenario the scenario
 * @param seeds how many seeds the figures are means or medians over
 * @param rows one for each contender; the first is the oracle
 */
public record Board(Scenario scenario, int seeds, List<Row> rows) {

  /** What the rows are sorted by, in words. */
  public static String regret(Middle middle) {
    return "regret = "
        + middle.word()
        + " cost over the seeds / the oracle's; cost = (tasks in the system + 0.1 * workers,"
        + " both integrated over time, + 10 s for each task turned away or never finished) / tasks"
        + " offered";
  }

  public Board {
    rows = List.copyOf(rows);
  }

  /** What a row is there for. */
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
   * What one contender reached; ratios are of the race's middle values over the seeds, and NaN
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
      double resizes) {}

  /** The board of a scenario; empty when the race ended before all its laps had. */
  static Optional<Board> of(Race race, Scenario scenario, List<Lap> laps) {
    List<Score> oracle = bestKnown(race, laps, scenario);
    List<Row> contenders = new ArrayList<>();
    List<Row> references = new ArrayList<>();
    List<Contender> all = new ArrayList<>(race.contenders());
    all.addAll(Race.REFERENCES);
    for (Contender contender : all) {
      List<Score> scores = scores(laps, scenario, contender.name());
      if (scores.size() < race.seeds() || oracle.size() < race.seeds()) {
        return Optional.empty();
      }
      boolean reference = Race.REFERENCES.contains(contender);
      Role role = reference ? Role.REFERENCE : Role.CONTENDER;
      (reference ? references : contenders)
          .add(row(contender.name(), role, race.middle(), scores, oracle));
    }
    contenders.sort(Comparator.comparingDouble(Row::regret)); // stable
    List<Row> rows =
        new ArrayList<>(List.of(row(Oracle.NAME, Role.ORACLE, race.middle(), oracle, oracle)));
    rows.addAll(contenders);
    rows.addAll(references);
    return Optional.of(new Board(scenario, race.seeds(), rows));
  }

  /**
   * The oracle's scores: for each seed that of the lap that cost least, whoever ran it. What a
   * contender did can be done, so no sizes in hindsight are worse; empty while there is no
   * search's.
   */
  private static List<Score> bestKnown(Race race, List<Lap> laps, Scenario scenario) {
    List<Score> searched = scores(laps, scenario, Oracle.NAME);
    if (race.middle() != Middle.MEAN || searched.size() < race.seeds()) {
      return searched;
    }
    List<Score> best = new ArrayList<>();
    for (int i = 0; i < race.seeds(); i++) {
      long seed = scenario.seed() + i;
      laps.stream()
          .filter(lap -> lap.scenario().name().equals(scenario.name()) && lap.seed() == seed)
          .map(Lap::score)
          .min(Comparator.comparingDouble(Score::costSeconds))
          .ifPresent(best::add);
    }
    return best;
  }

  private static List<Score> scores(List<Lap> laps, Scenario scenario, String contender) {
    return laps.stream()
        .filter(lap -> lap.scenario().name().equals(scenario.name()))
        .filter(lap -> lap.contender().name().equals(contender))
        .map(Lap::score)
        .toList();
  }

  private static Row row(
      String name, Role role, Middle middle, List<Score> scores, List<Score> oracle) {
    ToDoubleFunction<ToDoubleFunction<Score>> ratio =
        figure -> Ratio.of(middle.of(scores, figure), middle.of(oracle, figure));
    return new Row(
        name,
        role,
        ratio.applyAsDouble(Score::costSeconds),
        middle.of(scores, Score::completedShare),
        ratio.applyAsDouble(Score::throughputPerSecond),
        ratio.applyAsDouble(Score::responseMeanSeconds),
        ratio.applyAsDouble(Score::responseP95Seconds),
        ratio.applyAsDouble(Score::responseP99Seconds),
        ratio.applyAsDouble(Score::workerSeconds),
        middle.of(scores, Score::settleSeconds),
        middle.of(scores, Score::overshoot),
        middle.of(scores, Score::resizes));
  }

  /** The row of a contender. */
  public Row row(String name) {
    return rows.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row is named '" + name + "'"));
  }
}
