package dev.flyball.sim.race;

import java.util.List;
import java.util.Optional;

/**
 * The result of a race.
 *
 * @param race what was to be run
 * @param laps what was run, in the race's order
 */
public record RaceResult(Race race, List<Lap> laps) {

  public RaceResult {
    laps = List.copyOf(laps);
  }

  /** Whether every run of the race ran to its end. */
  public boolean complete() {
    return laps.size() == race.laps();
  }

  /** A board for each scenario that has one, in the race's order, under the standard prices. */
  public List<Board> boards() {
    return boards(Prices.STANDARD);
  }

  /** The same under other prices. */
  public List<Board> boards(Prices prices) {
    return race.scenarios().stream()
        .map(scenario -> Board.of(race, scenario, laps(scenario.name()), prices))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The laps of one scenario. */
  public List<Lap> laps(String scenario) {
    return laps.stream().filter(lap -> lap.scenario().name().equals(scenario)).toList();
  }
}
