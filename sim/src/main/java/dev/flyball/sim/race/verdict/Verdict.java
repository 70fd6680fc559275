package dev.flyball.sim.race.verdict;

import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The verdict of a race on one policy.
 *
 * @param standing where it stands against its peers
 * @param parts the policy without each of its parts
 * @param variations the policy with each of its parameters varied, in the lineup's order
 */
public record Verdict(Standing standing, List<Change> parts, List<Change> variations) {

  public Verdict {
    parts = List.copyOf(parts);
    variations = List.copyOf(variations);
  }

  /** The verdict of a lineup's race; empty when it ended before any scenario had. */
  public static Optional<Verdict> of(Lineup lineup, RaceResult result) {
    List<Board> boards = result.boards();
    return boards.isEmpty() ? Optional.empty() : Optional.of(of(lineup, result, boards));
  }

  private static Verdict of(Lineup lineup, RaceResult result, List<Board> boards) {
    Ranking ranking = Ranking.of(boards);
    String usual = lineup.policy();
    List<Place> places = new ArrayList<>();
    for (Board board : boards) {
      places.add(Place.of(lineup, board, saturatedShare(result, board)));
    }
    return new Verdict(
        Standing.of(lineup, places, ranking),
        lineup.parts().stream()
            .map(part -> Change.of(part, usual, lineup.without(part), boards, ranking))
            .toList(),
        lineup.variations().stream()
            .map(varied ->
                Change.of(
                    varied.parameter() + "=" + varied.value(),
                    usual,
                    varied.specification(usual),
                    boards,
                    ranking))
            .toList());
  }

  /** How long the oracle was saturated, as the mean over the seeds. */
  private static double saturatedShare(RaceResult result, Board board) {
    List<Lap> watched =
        result.laps(board.scenario().name()).stream()
            .filter(lap -> lap.contender() instanceof Oracle)
            .toList();
    return Aggregate.MEAN.of(watched, lap -> Saturation.share(lap.outcome()));
  }

  /** Everything that is not kept. */
  public List<Shortfall> shortfalls() {
    List<Shortfall> shortfalls = new ArrayList<>(standing.shortfalls());
    for (Change varied : variations) {
      Shortfall.of(varied.what(), Rule.INSENSITIVE, Math.abs(varied.growth()))
          .ifPresent(shortfalls::add);
    }
    return shortfalls;
  }
}
