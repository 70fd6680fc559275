package dev.flyball.lab.race;

import dev.flyball.lab.peers.JdkPools;
import dev.flyball.lab.peers.Peers;
import dev.flyball.policy.Policies;
import dev.flyball.policy.PolicyEntry;
import dev.flyball.sim.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who takes part in a race. */
public final class Contenders {

  private static final Pattern ALWAYS = Pattern.compile("always\\(workers=([1-9]\\d{0,5})\\)");

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

  /**
   * Who these specifications name: peers and the JDK's pools by their names, a size from the first
   * moment on as {@code always(workers=N)}, else policies of the catalogue. The policy {@code
   * fixed(workers=N)} is not the same: like every policy it is first asked when a period is over.
   */
  public static List<Contender> of(List<String> specifications) {
    return specifications.stream().map(Contenders::of).toList();
  }

  private static Contender of(String specification) {
    Matcher always = ALWAYS.matcher(specification);
    if (always.matches()) {
      return Contender.fixed(specification, Integer.parseInt(always.group(1)));
    }
    return Peers.all().stream()
        .filter(peer -> peer.name().equals(specification))
        .findFirst()
        .or(() -> JdkPools.named(specification))
        .orElseGet(() -> Contender.policy(specification));
  }

  /** Each policy of the catalogue that needs no setting, as it is. */
  static List<Contender> policies() {
    List<Contender> contenders = new ArrayList<>();
    for (PolicyEntry entry : Policies.all()) {
      if (entry.example().equals(entry.name())) {
        contenders.add(Contender.policy(entry.name()));
      }
    }
    return contenders;
  }
}
