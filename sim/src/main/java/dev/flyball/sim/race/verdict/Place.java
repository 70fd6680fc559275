package dev.flyball.sim.race.verdict;

import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rank of the judged policy in one scenario.
 *
 * @param scenario the scenario's name
 * @param own the policy's row
 * @param peer the row of the peer with the least regret
 * @param oftenPeer the same where peers are asked more often
 * @param saturatedShare how long the oracle was saturated; see {@link Saturation}
 */
public record Place(String scenario, Row own, Row peer, Row oftenPeer, double saturatedShare) {

  static Place of(Lineup lineup, Board board, double saturatedShare) {
    return new Place(
        board.scenario().name(),
        board.row(lineup.policy()),
        best(board, lineup.peerNames()),
        best(board, lineup.oftenNames()),
        saturatedShare);
  }

  private static Row best(Board board, List<String> names) {
    return names.stream()
        .map(board::row)
        .min(Comparator.comparingDouble(Row::regret))
        .orElseThrow();
  }

  /** Whether the oracle is saturated. */
  public boolean saturated() {
    return saturatedShare > Saturation.SHARE;
  }

  /** The policy's regret over that of the best peer. */
  public double regretRatio() {
    return own.regret() / peer.regret();
  }

  /** The policy's regret over that of the best of the peers that are asked more often. */
  public double oftenRegretRatio() {
    return own.regret() / oftenPeer.regret();
  }

  /** What is not kept here. */
  public List<Shortfall> shortfalls() {
    return Stream.of(
            Shortfall.of(scenario, Rule.NEAR_THE_BEST_PEER, regretRatio()),
            saturated()
                ? Shortfall.of(scenario, Rule.THROUGHPUT, own.throughputRatio())
                : Shortfall.of(scenario, Rule.RESPONSE_P95, own.responseP95Ratio()),
            Shortfall.of(scenario, Rule.WORKER_TIME, own.workerSecondsRatio()))
        .flatMap(Optional::stream)
        .toList();
  }
}
