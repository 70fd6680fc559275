package dev.flyball.sim.race.verdict;

import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The effect of a change to the judged policy.
 *
 * @param what what was changed
 * @param usualRegret its overall regret as it is
 * @param changedRegret its overall regret so changed
 * @param scenarios the regrets in each scenario, those that suffer most from the change first
 */
public record Change(
    String what, double usualRegret, double changedRegret, List<InScenario> scenarios) {

  /** What a change in one scenario is worth a word. */
  private static final double NOTICED = 0.01;

  public Change {
    scenarios = List.copyOf(scenarios);
  }

  /**
   * The regrets in one scenario.
   *
   * @param scenario its name
   * @param usualRegret the regret of the policy as it is
   * @param changedRegret its regret when changed
   */
  public record InScenario(String scenario, double usualRegret, double changedRegret) {

    /** By how much the regret grew, as a share. */
    public double growth() {
      return changedRegret / usualRegret - 1;
    }
  }

  static Change of(String what, String usual, String changed, List<Board> boards, Ranking ranking) {
    List<InScenario> scenarios = new ArrayList<>();
    for (Board board : boards) {
      scenarios.add(
          new InScenario(
              board.scenario().name(), board.row(usual).regret(), board.row(changed).regret()));
    }
    scenarios.sort(Comparator.comparingDouble(InScenario::growth).reversed()); // stable
    return new Change(
        what, ranking.standing(usual).regret(), ranking.standing(changed).regret(), scenarios);
  }

  /** By how much the overall regret grew, as a share. */
  public double growth() {
    return changedRegret / usualRegret - 1;
  }

  /** Where the change did most harm; it may have done none. */
  public InScenario worst() {
    return scenarios.get(0);
  }

  /** Where the change did most good; it may have done none. */
  public InScenario best() {
    return scenarios.get(scenarios.size() - 1);
  }

  /** Whether no scenario's regret grew by more than 1 %. */
  public boolean costsNothing() {
    return worst().growth() <= NOTICED;
  }
}
