package dev.flyball.lab.race;

import dev.flyball.files.Units;
import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.lab.peers.Peers.PeerContender;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** The interval at which a contender is asked for a size, in words, as boards have it. */
final class Asked {

  private static final String AT_EVERY_TASK = "at every task";
  private static final String WHEN_IT_WISHES = "when it wishes";
  private static final String NEVER = "never";

  private Asked() {}

  /** How often the contender of a row is asked; the oracle and sizes that are fixed, never. */
  static String in(Race race, String row) {
    return in(race, race.scenarios(), row);
  }

  /** The same in some scenarios of the race. */
  static String in(Race race, List<Scenario> scenarios, String row) {
    List<String> words =
        Stream.concat(race.contenders().stream(), race.references().stream())
            .filter(contender -> contender.name().equals(row))
            .flatMap(contender -> scenarios.stream().map(scenario -> of(contender, scenario)))
            .distinct()
            .toList();
    return switch (words.size()) {
      case 0 -> NEVER;
      case 1 -> words.get(0);
      default -> "once per period";
    };
  }

  private static String of(Contender contender, Scenario scenario) {
    if (contender instanceof PeerContender peer) {
      return of(peer.settings());
    }
    Pool pool = scenario.pools().get(0);
    Sizer sizer = contender.sizer(0, pool, scenario.host(), scenario.seed());
    if (sizer instanceof Sizer.Governed governed) {
      return governed
          .policy()
          .nextPoll()
          .map(Asked::wish)
          .orElseGet(() -> every(pool.periodNanos()));
    }
    return sizer instanceof Sizer.PerTask ? AT_EVERY_TASK : NEVER;
  }

  /** How often a peer with these settings is asked. */
  static String of(PeerSettings settings) {
    if (NetflixLimits.named(settings.specification()).isPresent()) {
      return AT_EVERY_TASK;
    }
    return Policies.parse(settings.specification())
        .nextPoll()
        .or(() -> settings.every().map(PollInterval::every))
        .map(Asked::wish)
        .orElse(WHEN_IT_WISHES);
  }

  /** A policy that always wishes for the same interval is asked in it, whatever happens. */
  private static String wish(PollInterval interval) {
    return interval.nanos() == interval.nanosWhenShort() ? every(interval.nanos()) : WHEN_IT_WISHES;
  }

  /** As in {@code every 100 ms}. */
  private static String every(long nanos) {
    return nanos < 1e9
        ? "every " + Units.plain(nanos / 1e6) + " ms"
        : "every " + Units.plain(nanos / 1e9) + " s";
  }
}
