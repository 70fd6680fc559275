package dev.flyball.sim.race.verdict;

import dev.flyball.sim.race.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rank of the judged policy among its peers, in each scenario and over all.
 *
 * @param places one for each scenario that was run to its end
 * @param own the policy over all scenarios
 * @param peer the peer with the least overall regret
 * @param oftenPeer the same where peers are asked more often
 */
public record Standing(
    List<Place> places, Ranking.Standing own, Ranking.Standing peer, Ranking.Standing oftenPeer) {

  public Standing {
    places = List.copyOf(places);
  }

  static Standing of(Lineup lineup, List<Place> places, Ranking ranking) {
    return new Standing(
        places,
        ranking.standing(lineup.policy()),
        best(ranking, lineup.peerNames()),
        best(ranking, lineup.oftenNames()));
  }

  private static Ranking.Standing best(Ranking ranking, List<String> names) {
    return names.stream()
        .map(ranking::standing)
        .min(Comparator.comparingDouble(Ranking.Standing::regret))
        .orElseThrow();
  }

  /** The policy's overall regret over that of the best peer. */
  public double regretRatio() {
    return own.regret() / peer.regret();
  }

  /**
   * The same of what each costs beyond the oracle, which is regret - 1; NaN where the best peer
   * costs no more than the oracle.
   */
  public double excessRatio() {
    return peer.regret() > 1 ? (own.regret() - 1) / (peer.regret() - 1) : Double.NaN;
  }

  /** What is not kept, over all and in each scenario. */
  public List<Shortfall> shortfalls() {
    List<Shortfall> shortfalls = new ArrayList<>();
    Stream.of(Rule.FIRST, Rule.HALF_THE_BEST_PEER)
        .forEach(rule ->
            Shortfall.of(Shortfall.OVERALL, rule, regretRatio()).ifPresent(shortfalls::add));
    places.forEach(place -> shortfalls.addAll(place.shortfalls()));
    return shortfalls;
  }
}
