package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.shown;
import static dev.flyball.lab.report.Table.Column.number;
import static dev.flyball.lab.report.Table.Column.text;

import dev.flyball.lab.report.BarChart;
import dev.flyball.lab.report.Chart.Axis;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.Table;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.race.Ranking;
import dev.flyball.sim.race.verdict.Change;
import dev.flyball.sim.race.verdict.Place;
import dev.flyball.sim.race.verdict.Rule;
import dev.flyball.sim.race.verdict.Shortfall;
import dev.flyball.sim.race.verdict.Standing;
import dev.flyball.sim.race.verdict.Variation;
import dev.flyball.sim.race.verdict.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** A verdict as tables; the columns that matter most come first. */
public final class VerdictTables {

  private VerdictTables() {}

  /** Where the policy stands in each scenario. */
  public static Table standing(String policy, Standing standing) {
    Table table =
        Table.of(
            policy + " in each scenario (throughput to worker time: as multiples of the oracle's)",
            text("scenario"),
            number("regret"),
            text("best peer"),
            number("its regret"),
            number("ratio"),
            text("falls short in"),
            number("throughput"),
            number("p95"),
            number("worker time"),
            text("oracle is"),
            text("best peer, asked more often"),
            number("its regret"),
            number("ratio"));
    for (Place place : standing.places()) {
      table =
          table.row(
              place.scenario(),
              shown(place.own().regret(), 2),
              place.peer().name(),
              shown(place.peer().regret(), 2),
              shown(place.regretRatio(), 2),
              marks(place),
              shown(place.own().throughputRatio(), 3),
              shown(place.own().responseP95Ratio(), 2),
              shown(place.own().workerSecondsRatio(), 2),
              place.saturated() ? "saturated" : "",
              place.oftenPeer().name(),
              shown(place.oftenPeer().regret(), 2),
              shown(place.oftenRegretRatio(), 2));
    }
    return table;
  }

  /** The same regrets as bars. */
  static Picture regrets(String policy, Standing standing) {
    BarChart chart =
        BarChart.of(
            "Regret in each scenario",
            Axis.of("regret", ""),
            policy,
            "best peer",
            "best peer, asked more often");
    for (Place place : standing.places()) {
      chart =
          chart.with(
              place.scenario(),
              place.own().regret(),
              place.peer().regret(),
              place.oftenPeer().regret());
    }
    return new Picture(chart, "1 is what the oracle costs; the best peers are those named above.");
  }

  private static String marks(Place place) {
    return place.shortfalls().stream()
        .map(shortfall -> shortfall.rule().word())
        .collect(Collectors.joining(", "));
  }

  /** The policy and its best peers over all scenarios. */
  public static Table overall(Standing standing, String often) {
    return Table.of(
            "All " + standing.places().size() + " scenarios",
            text("policy"),
            number("regret"),
            number("beyond the oracle"),
            number("worst regret"),
            text("in scenario"),
            text("asked"))
        .row(overall(standing.own(), asked(standing.own().name())))
        .row(overall(standing.peer(), "best peer, as usual"))
        .row(overall(standing.oftenPeer(), "best peer, policies asked every " + often));
  }

  private static String asked(String policy) {
    return Policies.parse(policy).nextPoll().isPresent()
        ? "when it wants to be"
        : "once per period";
  }

  private static Object[] overall(Ranking.Standing of, String asked) {
    return new Object[] {
      of.name(),
      shown(of.regret(), 3),
      shown(of.regret() - 1, 3),
      shown(of.worstRegret(), 2),
      of.worstScenario(),
      asked
    };
  }

  /** The policy without each of its parts. */
  static Table ablation(String policy, List<Change> parts) {
    Table table =
        Table.of(
            policy + " without each of its parts",
            text("without"),
            number("regret"),
            number("change", "%"),
            text("suffers most (regret)"),
            text("gains most (regret)"),
            text("so the part"));
    for (Change part : parts) {
      table =
          table.row(
              part.what(),
              shown(part.changedRegret(), 3),
              shown(100 * part.growth(), 1),
              inScenario(part.worst(), part.worst().growth() > 0),
              inScenario(part.best(), part.best().growth() < 0),
              VerdictSentences.worth(part));
    }
    return table;
  }

  /** The policy with each of its parameters varied. */
  static Table robustness(List<Variation> variations, List<Change> changes) {
    Table table =
        Table.of(
            "Each parameter halved and doubled",
            text("parameter"),
            text("usual"),
            text("set to"),
            number("regret"),
            number("change", "%"),
            text("suffers most (regret)"));
    for (int i = 0; i < variations.size(); i++) {
      Variation variation = variations.get(i);
      Change change = changes.get(i);
      table =
          table.row(
              variation.parameter(),
              variation.usual(),
              variation.value(),
              shown(change.changedRegret(), 3),
              shown(100 * change.growth(), 1),
              inScenario(change.worst(), change.worst().growth() > 0));
    }
    return table;
  }

  private static String inScenario(Change.InScenario in, boolean any) {
    return any
        ? in.scenario() + " " + shown(in.usualRegret(), 2) + " to " + shown(in.changedRegret(), 2)
        : "none";
  }

  /** What is not kept, a sentence each. */
  public static Table shortfalls(Verdict verdict) {
    Table table =
        Table.of(
            "Where it falls short",
            text("where"),
            text("rule"),
            number("figure"),
            text("to be"),
            text("how"));
    for (Shortfall shortfall : verdict.shortfalls()) {
      table =
          table.row(
              shortfall.where(),
              shortfall.rule().word(),
              shown(shortfall.value(), 3),
              bound(shortfall.rule()),
              VerdictSentences.sentence(shortfall, verdict));
    }
    return table;
  }

  /** A bound as it is asked for. */
  static String bound(Rule rule) {
    return (rule.isCeiling() ? "at most " : "at least ") + shown(rule.bound(), 2);
  }
}
