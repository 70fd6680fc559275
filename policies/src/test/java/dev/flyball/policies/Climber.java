package dev.flyball.policies;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;

/**
 * A policy that climbs, as the tables of known answers show it.
 *
 * @param specification how the catalogue makes it
 * @param windowSeconds the window that it is shown: its own interval of sampling
 * @param seconds how long a run lasts
 * @param near how far from the optimum its own steps leave it: what counts as found, in workers
 */
record Climber(String specification, double windowSeconds, double seconds, double near) {

  /** All that climb; another policy takes part by one more line. */
  static final List<Climber> ALL =
      List.of(
          new Climber("gradient-climb", 1, 600, 2),
          new Climber("gradient-climb(unit=1000)", 1, 600, 2),
          new Climber("step-climb", 0.2, 600, 4),
          new Climber("throughput-probe", 0.1, 240, 4),
          new Climber("hill-climb", 0.1, 600, 4),
          new Climber("distribution-climb", 1.5, 600, 4),
          new Climber("distribution-climb(keep-busy=false)", 1.5, 600, 4),
          new Climber("wave-climb(min-throughput=0)", 2, 600, 5),
          new Climber("paired-climb", 0.25, 600, 5),
          new Climber("flyball", 0.1, 240, 4));

  SizingPolicy policy(long seed) {
    return Policies.parse(seeded(seed));
  }

  /** The specification with a seed, where the policy has dice. */
  private String seeded(long seed) {
    String name = specification.replaceAll("\\(.*", "");
    boolean dice =
        Policies.entry(name).parameters().stream().anyMatch(one -> one.name().equals("seed"));
    if (!dice) {
      return specification;
    }
    String more = "seed=" + seed + ")";
    return specification.endsWith(")")
        ? specification.substring(0, specification.length() - 1) + "," + more
        : specification + "(" + more;
  }

  int windows() {
    return (int) Math.round(seconds / windowSeconds);
  }
}
