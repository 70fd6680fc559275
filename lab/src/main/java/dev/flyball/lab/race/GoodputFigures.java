package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.number;
import static dev.flyball.lab.race.RaceFigures.policy;
import static dev.flyball.lab.race.RaceFigures.share;
import static dev.flyball.lab.report.text.NumberFormat.rounded;

import dev.flyball.admission.Importance;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.goodput.ClassStanding;
import dev.flyball.sim.race.goodput.GoodputBoard;
import dev.flyball.sim.race.goodput.GoodputBoard.Row;
import dev.flyball.sim.race.goodput.GoodputStanding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of a goodput race: those of a board's row and of a standing over all boards. */
final class GoodputFigures {

  /** The share of the oracle's goodput that a good contender has. */
  private static final double GOOD = 0.95;

  /** The share of the oracle's goodput below which a contender fails. */
  private static final double BAD = 0.8;

  static final Figures<Row> OF_ROW =
      new Figures<Row>(List.of(policy(Row::name, Row::role)))
          .and(
              Figures.of(
                  Figure.inFiles("role", row -> row.role().word()),
                  share("goodShare", "good", 1, Row::goodShare),
                  number("ratio", "of best", 3, Row::ratio),
                  share("turnedAwayShare", "shed", 1, Row::turnedAwayShare),
                  share("needlessShare", "needless", 1, Row::needlessShare),
                  seconds("responseP99Seconds", "p99", 2, Row::responseP99Seconds),
                  seconds("recoverySeconds", "recovery", 1, Row::recoverySeconds),
                  number("workersMean", "workers", 1, Row::workersMean)))
          .and(new Figures<>(Arrays.stream(Importance.values()).map(GoodputFigures::of).toList()));

  static final Figures<GoodputStanding> OF_STANDING =
      Figures.of(
          policy(GoodputStanding::name, GoodputStanding::role),
          Figure.inFiles("role", standing -> standing.role().word()),
          number("ratio", "of best", 3, GoodputStanding::ratio),
          number("ratioMedian", "p50", 3, standing -> standing.quantile(0.5)),
          number("ratioP10", "p10", 3, standing -> standing.quantile(0.1)),
          number("worstRatio", "worst", 3, GoodputStanding::worstRatio),
          Figure.text("worstScenario", "in scenario", standing -> standing.worst().name()),
          Figure.count("below" + GOOD, "<" + GOOD, standing -> standing.below(GOOD)),
          Figure.count("below" + BAD, "<" + BAD, standing -> standing.below(BAD)),
          share("goodShare", "good", 1, GoodputStanding::goodShare),
          share("needlessShare", "needless", 2, GoodputStanding::needlessShare));

  static final Figures<ClassStanding> OF_CLASSES =
      Figures.of(
          policy(ClassStanding::name, ClassStanding::role),
          Figure.inFiles("role", standing -> standing.role().word()),
          number("ratio", "of best", 3, ClassStanding::ratio),
          share("highestGoodShare", "highest class", 1, ClassStanding::highestGoodShare),
          share("highestWorst", "at worst", 1, ClassStanding::highestWorst),
          share("lowestGoodShare", "lowest class", 1, ClassStanding::lowestGoodShare),
          number("responseP99Seconds", "p99, s", 2, ClassStanding::responseP99Seconds),
          number("recoverySeconds", "recovery, s", 1, ClassStanding::recoverySeconds));

  private static final Figures<Row> OF_DRAWN_ROW =
      Figures.of(
          Figure.inFiles("policy", Row::name),
          Figure.inFiles("goodShare", row -> rounded(row.goodShare())),
          Figure.inFiles("ratio", row -> rounded(row.ratio())),
          Figure.inFiles("needlessShare", row -> rounded(row.needlessShare())));

  /** What the standings are made of, of scenarios that were drawn. */
  static final Figures<GoodputBoard> OF_DRAWN_SCENARIO =
      Figures.of(
          Figure.inFiles("scenario", board -> board.scenario().name()),
          Figure.inFiles("seed", board -> board.scenario().seed()),
          Figure.inFiles("rows", board -> OF_DRAWN_ROW.json(board.rows())));

  static final Figures<GoodputBoard> OF_BOARD =
      Figures.of(
          Figure.inFiles("scenario", board -> board.scenario().name()),
          Figure.inFiles("models", board -> board.scenario().models()),
          Figure.inFiles("catches", board -> board.scenario().catches()),
          Figure.inFiles("seeds", GoodputBoard::seeds),
          Figure.inFiles("rows", board -> OF_ROW.json(board.rows())));

  private GoodputFigures() {}

  private static Figure<Row> seconds(
      String key, String title, int decimals, ToDoubleFunction<Row> of) {
    return Figure.<Row>number(key, title, "s", of).rounded().decimals(decimals);
  }

  private static Figure<Row> of(Importance importance) {
    return share(
        goodShareKey(importance), importance.word(), 1, row -> row.goodShareOf(importance));
  }

  private static String goodShareKey(Importance importance) {
    return importance.word() + "GoodShare";
  }

  /** A board as a table: what is no figure of the scenario is left out. */
  static Table board(GoodputBoard board) {
    List<String> columns =
        new ArrayList<>(
            List.of("policy", "goodShare", "ratio", "turnedAwayShare", "needlessShare"));
    if (board.rows().stream().anyMatch(row -> !Double.isNaN(row.recoverySeconds()))) {
      columns.add("recoverySeconds");
    }
    List<Importance> classes =
        Arrays.stream(Importance.values())
            .filter(importance -> !Double.isNaN(board.rows().get(0).goodShareOf(importance)))
            .toList();
    if (classes.size() > 1) {
      classes.forEach(importance -> columns.add(goodShareKey(importance)));
    }
    columns.addAll(List.of("responseP99Seconds", "workersMean"));
    String over = board.seeds() == 1 ? "one seed" : board.seeds() + " seeds";
    return OF_ROW
        .only(columns.toArray(String[]::new))
        .table(
            board.scenario().name() + " (means over " + over + ")",
            board.rows(),
            RaceFigures.isFirst(board.rows(), Row::name, Row::role));
  }

  /** What was done for the classes, over all boards that have several, as a table. */
  static Table classes(List<ClassStanding> standings) {
    return OF_CLASSES.table(
        "By class (means over the scenarios with several: goodput over the oracle's, that of the"
            + " highest class, in the worst scenario, and of the lowest)",
        standings);
  }

  /** The standings over all boards, as a table. */
  static Table standings(List<GoodputStanding> standings) {
    int scenarios = standings.get(0).ratios().size();
    return OF_STANDING.table(
        "All "
            + scenarios
            + " scenarios (goodput over the oracle's: mean, percentiles, the worst and where, in how"
            + " many it was below; the mean goodput; tasks turned away in seconds in which the"
            + " oracle turned none away)",
        standings,
        RaceFigures.isFirst(standings, GoodputStanding::name, GoodputStanding::role));
  }
}
