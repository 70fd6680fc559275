package dev.flyball.lab.race;

import dev.flyball.files.Units;
import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.lab.peers.Peers.PeerContender;
import dev.flyball.lab.peers.Peers.PeerSettings;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.race.Race;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The interval at which a contender is asked for a size, in words, as boards have it. */
final class Asked {

  private static final String AT_EVERY_TASK = "at every task";
  private static final String WHEN_IT_WISHES = "when it wishes";
  private static final String NEVER = "never";

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Asked() {}

  /** How often the contender of a row is asked; the oracle and sizes that are fixed, never. */
  static String in(Race race, String row) {
    return in(race, race.scenarios(), row);
  }

  /** The same in one scenario of the race. */
  static String in(Race race, Scenario scenario, String row) {
    return in(race, List.of(scenario), row);
  }

  private static String in(Race race, List<Scenario> scenarios, String row) {
    List<Contender> contenders = new ArrayList<>(race.contenders());
    contenders.addAll(Race.REFERENCES);
    return contenders.stream()
        .filter(contender -> contender.name().equals(row))
        .findFirst()
        .map(contender -> of(contender, scenarios))
        .orElse(NEVER);
  }

  private static String of(Contender contender, List<Scenario> scenarios) {
    List<String> words =
        scenarios.stream().map(scenario -> of(contender, scenario)).distinct().toList();
    return words.size() == 1 ? words.get(0) : "once per period";
  }

  private static String of(Contender contender, Scenario scenario) {
    if (contender instanceof PeerContender peer && peer.settings().every().isPresent()) {
      return every(peer.settings().every().get());
    }
    Pool pool = scenario.pools().get(0);
    Sizer sizer = contender.sizer(0, pool, scenario.host(), scenario.seed());
    if (sizer instanceof Sizer.Governed governed) {
      return governed.policy().nextPoll().isPresent()
          ? WHEN_IT_WISHES
          : every(Duration.ofNanos(pool.periodNanos()));
    }
    return sizer instanceof Sizer.PerTask ? AT_EVERY_TASK : NEVER;
  }

  /** How often a peer with these settings is asked. */
  static String of(PeerSettings settings) {
    return settings
        .every()
        .map(Asked::every)
        .orElseGet(() ->
            NetflixLimits.named(settings.specification()).isPresent()
                ? AT_EVERY_TASK
                : WHEN_IT_WISHES);
  }

  /** As in {@code every 100 ms}. */
  private static String every(Duration interval) {
    long nanos = interval.toNanos();
    return nanos < NANOS_PER_SECOND
        ? "every " + Units.plain(nanos / 1e6) + " ms"
        : "every " + Units.plain(nanos / 1e9) + " s";
  }
}
