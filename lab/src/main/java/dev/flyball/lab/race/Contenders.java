package dev.flyball.lab.race;

import dev.flyball.lab.peers.Peers;
import dev.flyball.policy.Policies;
import dev.flyball.policy.PolicyEntry;
import dev.flyball.sim.Contender;
import java.util.ArrayList;
import java.util.List;

/** Who takes part in a race. */
public final class Contenders {

  private Contenders() {}

  /**
   * Everybody there is: each policy of the catalogue as it is without any setting, so that one
   * added there appears by itself, and the peers. A policy that needs a setting stays out, for
   * nobody could choose it fairly.
   */
  public static List<Contender> all() {
    List<Contender> contenders = policies();
    contenders.addAll(Peers.all());
    return List.copyOf(contenders);
  }

  /** Who these specifications name: peers by their names, else policies of the catalogue. */
  public static List<Contender> of(List<String> specifications) {
    return specifications.stream().map(Contenders::of).toList();
  }

  private static Contender of(String specification) {
    return Peers.all().stream()
        .filter(peer -> peer.name().equals(specification))
        .findFirst()
        .orElseGet(() -> Contender.policy(specification));
  }

  private static List<Contender> policies() {
    List<Contender> contenders = new ArrayList<>();
    for (PolicyEntry entry : Policies.all()) {
      if (entry.example().equals(entry.name())) {
        contenders.add(Contender.policy(entry.name()));
      }
    }
    return contenders;
  }
}
