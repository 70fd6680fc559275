package dev.flyball.sim.race.verdict;

import dev.flyball.base.Require;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.VirtualBench;
import dev.flyball.sim.race.Oracle;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The contenders of the race behind a verdict: the judged policy, its peers, the peers asked more
 * often, the policy without each of its parts, and the policy with each of its parameters varied.
 *
 * <p>All of them run in one race, so that each scenario and seed has one oracle for all.
 *
 * @param policy the name of the judged policy, without any setting
 * @param policies the peers that are policies, asked once per period of a pool's governor
 * @param limits the peers that learn from every task, whatever the period
 * @param often the interval at which the peers that are policies are asked a second time
 * @param parts the parts that can be taken out of the policy, one at a time
 * @param variations the policy's parameters, each with another value
 */
public record Lineup(
    String policy,
    List<Contender> policies,
    List<Contender> limits,
    Duration often,
    List<String> parts,
    List<Variation> variations) {

  /** The parameter that takes parts out of a policy. */
  public static final String WITHOUT = "without";

  public Lineup {
    Require.notBlank("policy", policy);
    policies = List.copyOf(policies);
    limits = List.copyOf(limits);
    Require.positive("often", often);
    parts = List.copyOf(parts);
    variations = List.copyOf(variations);
    Require.atLeast("number of peers", 1, policies.size() + limits.size());
  }

  /** The race of all of them, in virtual time. */
  public Race race(List<Scenario> scenarios, int seeds) {
    return new Race(scenarios, contenders(), seeds, Lineup::run);
  }

  /** Watches the oracle only, to know when it was saturated. */
  private static Outcome run(Scenario scenario, long seed, Contender contender) {
    return contender instanceof Oracle
        ? VirtualBench.watch(scenario, seed, contender)
        : VirtualBench.run(scenario, seed, contender);
  }

  private List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>(List.of(Contender.policy(policy)));
    contenders.addAll(policies);
    contenders.addAll(limits);
    policies.forEach(peer -> contenders.add(Contender.asked(often, oftenName(peer), peer)));
    parts.forEach(part -> contenders.add(Contender.policy(without(part))));
    variations.forEach(varied -> contenders.add(Contender.policy(varied.specification(policy))));
    return contenders;
  }

  /** The names of the peers as they usually are. */
  List<String> peerNames() {
    List<String> names = new ArrayList<>();
    policies.forEach(peer -> names.add(peer.name()));
    limits.forEach(peer -> names.add(peer.name()));
    return names;
  }

  /** The names of the peers where policies are asked more often. */
  List<String> oftenNames() {
    List<String> names = new ArrayList<>();
    policies.forEach(peer -> names.add(oftenName(peer)));
    limits.forEach(peer -> names.add(peer.name()));
    return names;
  }

  private String oftenName(Contender peer) {
    return peer.name() + " every " + often.toMillis() + "ms";
  }

  /** The specification of the policy without a part. */
  String without(String part) {
    return policy + "(" + WITHOUT + "=" + part + ")";
  }
}
