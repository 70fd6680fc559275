package dev.flyball.lab.race;

import static dev.flyball.lab.race.RaceFigures.shown;

import dev.flyball.sim.race.verdict.Change;
import dev.flyball.sim.race.verdict.Place;
import dev.flyball.sim.race.verdict.Rule;
import dev.flyball.sim.race.verdict.Shortfall;
import dev.flyball.sim.race.verdict.Standing;
import dev.flyball.sim.race.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A verdict in sentences. */
final class VerdictSentences {

  private VerdictSentences() {}

  static String summary(String policy, Verdict verdict, boolean complete) {
    Standing standing = verdict.standing();
    int shortfalls = verdict.shortfalls().size();
    String text =
        String.join(
            " ",
            policy + " costs " + times(standing.own().regret(), 3) + " what the oracle costs,",
            "the best peer, " + standing.peer().name() + ", " + beside(standing) + ".",
            "Of the others asked more often, the best is",
            standing.oftenPeer().name() + ", " + times(standing.oftenPeer().regret(), 3) + ".",
            shortfalls == 0
                ? "It keeps every rule."
                : "It falls short in " + counted(shortfalls, "point", "points") + ".");
    return complete ? text : text + " The race was ended early; what is missing was not run.";
  }

  private static String beside(Standing standing) {
    String regrets =
        times(standing.peer().regret(), 3)
            + " ("
            + shown(standing.regretRatio(), 2)
            + " of its regret";
    return Double.isNaN(standing.excessRatio())
        ? regrets + ")"
        : regrets
            + ", "
            + shown(standing.excessRatio(), 2)
            + " of what it costs beyond the oracle)";
  }

  private static String times(double value, int decimals) {
    return shown(value, decimals) + " times";
  }

  private static String counted(int count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  // ---- Parts

  /** What a part is worth, said of it after "so the part". */
  static String worth(Change without) {
    if (without.costsNothing()) {
      return "costs nothing to remove";
    }
    return without.growth() < 0
        ? "does more harm than good"
        : "earns " + shown(100 * without.growth(), 1) + " %";
  }

  static String parts(List<Change> parts) {
    List<String> free = parts.stream().filter(Change::costsNothing).map(Change::what).toList();
    return free.isEmpty()
        ? "Every part earns something: without it, at least one scenario's regret grows by more than"
            + " 1 %."
        : "To be taken out, for no scenario's regret grows by more than 1 % without it: "
            + String.join(", ", free)
            + ".";
  }

  // ---- Parameters

  static String variations(List<Change> variations, List<String> leftOut) {
    Change most =
        variations.stream()
            .max(Comparator.comparingDouble(change -> Math.abs(change.growth())))
            .orElseThrow();
    String text =
        "What matters most is "
            + most.what()
            + ": it changes the overall regret by "
            + shown(100 * most.growth(), 1)
            + " %, and may by "
            + shown(100 * Rule.INSENSITIVE.bound(), 0)
            + " %.";
    return leftOut.isEmpty()
        ? text
        : text
            + " Not varied, for half or double of it means nothing: "
            + String.join(", ", leftOut)
            + ".";
  }

  // ---- Shortfalls

  static String sentence(Shortfall shortfall, Verdict verdict) {
    String figure =
        shortfall.rule().figure()
            + ": "
            + shown(shortfall.value(), 3)
            + ", to be "
            + VerdictTables.bound(shortfall.rule());
    String beside = beside(shortfall, verdict);
    return beside.isEmpty() ? figure : figure + " (" + beside + ")";
  }

  /** What the figure is made of. */
  private static String beside(Shortfall shortfall, Verdict verdict) {
    Standing standing = verdict.standing();
    return switch (shortfall.rule()) {
      case FIRST, HALF_THE_BEST_PEER ->
          compared(standing.own().regret(), standing.peer().name(), standing.peer().regret())
              + (Double.isNaN(standing.excessRatio())
                  ? ""
                  : "; "
                      + shown(standing.excessRatio(), 2)
                      + " of what the peer costs beyond the oracle")
              + (bound(shortfall, standing) < 1 ? "; the oracle itself would fall short" : "");
      case NEAR_THE_BEST_PEER ->
          standing.places().stream()
              .filter(place -> place.scenario().equals(shortfall.where()))
              .map(VerdictSentences::compared)
              .collect(Collectors.joining());
      case THROUGHPUT, RESPONSE_P95, WORKER_TIME, INSENSITIVE -> "";
    };
  }

  /** The overall regret that would do. */
  private static double bound(Shortfall shortfall, Standing standing) {
    return shortfall.rule().bound() * standing.peer().regret();
  }

  private static String compared(Place place) {
    return compared(place.own().regret(), place.peer().name(), place.peer().regret());
  }

  private static String compared(double own, String peer, double its) {
    return shown(own, 2) + ", " + peer + " " + shown(its, 2);
  }
}
