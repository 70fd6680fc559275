package dev.flyball.lab.race;

import dev.flyball.lab.report.Findings;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.standard.FlyballPart;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.race.verdict.Lineup;
import dev.flyball.sim.race.verdict.Variation;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A verdict on one policy: its race against all others, against itself without each of its parts,
 * and against itself with each of its parameters halved and doubled.
 *
 * @param lineup the contenders
 * @param race the race, in virtual time
 * @param command the command line that repeats it
 */
public record VerdictExperiment(Lineup lineup, Race race, String command) {

  /**
   * A verdict on a policy of the catalogue.
   *
   * @param policy its name
   * @param standing whether only its standing is wanted, and neither its parts nor its parameters
   * @param often how often the peers are asked in the second comparison
   * @throws IllegalArgumentException when there is no such policy, when it needs a setting, or when
   *     two scenarios have one name
   */
  public static VerdictExperiment of(
      String policy,
      List<Scenario> scenarios,
      boolean standing,
      int seeds,
      Duration often,
      String command) {
    PolicyEntry entry = Policies.entry(policy);
    if (!entry.example().equals(policy)) {
      throw new IllegalArgumentException(
          "the policy must be one that needs no setting but was '" + policy + "'");
    }
    List<Contender> peers =
        Contenders.policies().stream().filter(peer -> !peer.name().equals(policy)).toList();
    Lineup lineup =
        new Lineup(
            policy,
            peers,
            Contenders.limits(),
            often,
            standing ? List.of() : parts(policy),
            standing ? List.of() : Variation.of(policy));
    return new VerdictExperiment(lineup, lineup.race(scenarios, seeds), command);
  }

  /** Only the default policy can be told to do without parts of itself. */
  private static List<String> parts(String policy) {
    return Policies.ownParameters(policy).stream()
        .filter(parameter -> parameter.name().equals(Lineup.WITHOUT))
        .flatMap(without -> Arrays.stream(FlyballPart.values()))
        .map(FlyballPart::word)
        .toList();
  }

  /**
   * Runs the race on an executor that runs its tasks in other threads, and says what was found;
   * where the calling thread is interrupted, scenarios that have not ended are left out, saying so.
   */
  public Findings run(Executor executor, Laps.Listener listener) {
    return VerdictFindings.of(this, Laps.run(race, executor, listener));
  }
}
