package dev.flyball.lab.race;

import dev.flyball.lab.report.NumberFormat;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.Ranking.Standing;
import java.util.List;
import java.util.stream.Collectors;

/** A race in a sentence or two. */
final class RaceSummary {

  private RaceSummary() {}

  static String of(RaceResult result, List<Board> boards, Ranking ranking) {
    if (boards.isEmpty()) {
      return "The race was ended early, before any scenario was run to its end.";
    }
    List<Standing> contenders =
        ranking.standings().stream()
            .filter(standing -> standing.role() == Board.Role.CONTENDER)
            .toList();
    String text =
        contenders.isEmpty()
            ? "Nobody took part."
            : winner(result, boards, contenders) + last(contenders) + references(ranking);
    return result.complete()
        ? text
        : text + " The race was ended early; what is missing was not run.";
  }

  private static String winner(RaceResult result, List<Board> boards, List<Standing> contenders) {
    Standing best = contenders.get(0);
    int seeds = boards.get(0).seeds();
    String over = seeds == 1 ? "one seed" : seeds + " seeds";
    if (boards.size() == 1) {
      Board.Row row = boards.get(0).row(best.name());
      return best.name()
          + " came nearest to the best sizes in hindsight: a task cost "
          + times(best.regret())
          + " what it cost the oracle, with "
          + times(row.responseP95Ratio())
          + " its 95th percentile of response time and "
          + times(row.workerSecondsRatio())
          + " its worker time ("
          + result.race().aggregate().word()
          + "s over "
          + over
          + ").";
    }
    return "Over "
        + boards.size()
        + " scenarios and "
        + over
        + " each, "
        + best.name()
        + " came nearest to the best sizes in hindsight: a task cost "
        + times(best.regret())
        + " what it cost the oracle (geometric mean), and "
        + times(best.worstRegret())
        + " at worst, in "
        + best.worstScenario()
        + ".";
  }

  private static String last(List<Standing> contenders) {
    if (contenders.size() == 1) {
      return "";
    }
    Standing last = contenders.get(contenders.size() - 1);
    return " The last of "
        + contenders.size()
        + ", "
        + last.name()
        + ", cost "
        + times(last.regret())
        + " as much as the oracle.";
  }

  private static String references(Ranking ranking) {
    return ranking.standings().stream()
        .filter(standing -> standing.role() == Board.Role.REFERENCE)
        .map(standing -> standing.name() + " " + NumberFormat.text(standing.regret(), 2))
        .collect(Collectors.joining(", ", " For comparison: ", "."));
  }

  private static String times(double ratio) {
    return NumberFormat.text(ratio, 2) + " times";
  }
}
