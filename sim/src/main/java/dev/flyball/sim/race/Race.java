package dev.flyball.sim.race;

import dev.flyball.base.Require;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison of contenders: every scenario, with every seed, run by every contender, by the
 * references and by the oracle.
 *
 * @param scenarios the scenarios, each with its own name
 * @param contenders the contenders, each with its own name
 * @param seeds how many seeds: each scenario's own, and those that follow it
 * @param bench runs the laps
 * @param aggregate which value stands for those of all seeds
 * @param objective what runs are judged by
 */
public record Race(
    List<Scenario> scenarios,
    List<Contender> contenders,
    int seeds,
    Bench bench,
    Aggregate aggregate,
    Objective objective) {

  /** Rows that no contender should lose to, below the contenders. */
  public static final List<Contender> REFERENCES =
      List.of(
          Contender.unbounded(),
          Contender.coresTimes("cores", 1),
          Contender.coresTimes("2 x cores", 2));

  public Race {
    scenarios = List.copyOf(scenarios);
    contenders = List.copyOf(contenders);
    Require.atLeast("number of scenarios", 1, scenarios.size());
    Require.atLeast("seeds", 1, seeds);
    distinct("scenarios", scenarios.stream().map(Scenario::name).toList());
    List<String> names = new ArrayList<>(List.of(Oracle.NAME));
    objective.references().forEach(reference -> names.add(reference.name()));
    contenders.forEach(contender -> names.add(contender.name()));
    distinct("contenders", names);
  }

  /** A race by cost. */
  public Race(
      List<Scenario> scenarios,
      List<Contender> contenders,
      int seeds,
      Bench bench,
      Aggregate aggregate) {
    this(scenarios, contenders, seeds, bench, aggregate, Objective.COST);
  }

  /** A race by cost, whose figures are means over the seeds. */
  public Race(List<Scenario> scenarios, List<Contender> contenders, int seeds, Bench bench) {
    this(scenarios, contenders, seeds, bench, Aggregate.MEAN);
  }

  /** A race in virtual time. */
  public static Race virtual(List<Scenario> scenarios, List<Contender> contenders, int seeds) {
    return new Race(scenarios, contenders, seeds, VirtualBench::run);
  }

  /** A race in virtual time by goodput. */
  public static Race forGoodput(List<Scenario> scenarios, List<Contender> contenders, int seeds) {
    return new Race(
        scenarios, contenders, seeds, VirtualBench::run, Aggregate.MEAN, Objective.GOODPUT);
  }

  private static void distinct(String what, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      if (names.subList(0, i).contains(names.get(i))) {
        throw new IllegalArgumentException(
            what + " must each have a name of its own but two were '" + names.get(i) + "'");
      }
    }
  }

  /** A bench that runs one scenario with one contender. */
  @FunctionalInterface
  public interface Bench {
    Outcome run(Scenario scenario, long seed, Contender contender);
  }

  /**
   * All runs of the race, in the order of its results: scenario by scenario, seed by seed, the
   * oracle, the contenders, the references.
   */
  public List<Starter> starters() {
    List<Starter> starters = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      for (int i = 0; i < seeds; i++) {
        addStarters(scenario, scenario.seed() + i, starters);
      }
    }
    return starters;
  }

  /** Runs all of it in the calling thread. */
  public RaceResult run() {
    List<Lap> laps = new ArrayList<>();
    starters().forEach(starter -> laps.add(starter.go().run(() -> false)));
    return new RaceResult(this, laps);
  }

  private void addStarters(Scenario scenario, long seed, List<Starter> starters) {
    starters.add(Starter.oracle(scenario, seed, objective, bench));
    contenders.forEach(contender -> starters.add(Starter.of(scenario, seed, contender, bench)));
    references().forEach(contender -> starters.add(Starter.of(scenario, seed, contender, bench)));
  }

  /** How many laps a whole race has. */
  public int laps() {
    return scenarios.size() * seeds * lapsPerSeed();
  }

  /** How many laps one scenario has with one seed: the oracle, the contenders, the references. */
  public int lapsPerSeed() {
    return 1 + contenders.size() + references().size();
  }

  /** The rows below the contenders. */
  public List<Contender> references() {
    return objective.references();
  }
}
