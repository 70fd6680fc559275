package dev.flyball.lab.race;

import dev.flyball.lab.peers.JdkPools;
import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.lab.peers.Peers;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.sim.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The contenders of a race. */
public final class Contenders {

  private static final Pattern ALWAYS = Pattern.compile("always\\(workers=([1-9]\\d{0,5})\\)");

  private static final List<String> OWN_FORMS =
      List.of("moving-average(each-task=true)", "cpu-share(fill=true)");

  private Contenders() {}

  /**
   * The contenders of the board: the default policy, and each peer as its owner ships it and at its
   * best settings.
   */
  public static List<Contender> all() {
    List<Contender> contenders = new ArrayList<>(List.of(Contender.policy(Policies.STANDARD)));
    Peers.all().forEach(peer -> contenders.addAll(peer.contenders()));
    return List.copyOf(contenders);
  }

  /** Each peer that is a library, in both its settings. */
  static List<Contender> limits() {
    return Peers.all().stream()
        .filter(peer -> NetflixLimits.parameters(peer.name()).isPresent())
        .flatMap(peer -> peer.contenders().stream())
        .toList();
  }

  /**
   * The contenders that these specifications name: rows of the board and the JDK's pools by their
   * names, another library's limit with settings of its own, a size from the first moment on as
   * {@code always(workers=N)}, else policies of the catalogue. A policy without a poll interval of
   * its own is asked once per period of the pool's governor. The policy {@code fixed(workers=N)}
   * differs from {@code always}: like every policy it is first asked when a period is over.
   */
  public static List<Contender> of(List<String> specifications) {
    return specifications.stream().map(Contenders::of).toList();
  }

  private static Contender of(String specification) {
    Matcher always = ALWAYS.matcher(specification);
    if (always.matches()) {
      return Contender.fixed(specification, Integer.parseInt(always.group(1)));
    }
    return all().stream()
        .filter(row -> row.name().equals(specification))
        .findFirst()
        .or(() -> JdkPools.named(specification))
        .or(() -> NetflixLimits.named(specification))
        .orElseGet(() -> Contender.policy(specification));
  }

  /**
   * Each policy of the catalogue that needs no setting, as it is; and those forms of published ones
   * that are this project's and better.
   */
  static List<Contender> policies() {
    Stream<String> catalogue =
        Policies.all().stream()
            .filter(entry -> entry.example().equals(entry.name()))
            .map(PolicyEntry::name);
    return Stream.concat(catalogue, OWN_FORMS.stream()).map(Contender::policy).toList();
  }
}
