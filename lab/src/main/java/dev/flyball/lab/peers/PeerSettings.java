package dev.flyball.lab.peers;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a peer.
 *
 * @param specification its name and what differs from its defaults, as in {@code
 *     hill-climb(bias=0.3)}
 * @param every how often it is asked; empty for a limit, which is told of every task, and for a
 *     policy that says itself when it wants to be asked
 */
public record PeerSettings(String specification, Optional<Duration> every) {

  /**
   * A peer that is asked at intervals.
   *
   * @throws IllegalArgumentException when there is no such policy, or a value breaks its rule
   */
  public static PeerSettings asked(Duration every, String specification) {
    return checked(new PeerSettings(specification, Optional.of(every)));
  }

  /**
   * A peer that decides by itself when it is asked.
   *
   * @throws IllegalArgumentException when there is no such peer, or a value breaks its rule
   */
  public static PeerSettings of(String specification) {
    return checked(new PeerSettings(specification, Optional.empty()));
  }

  private static PeerSettings checked(PeerSettings settings) {
    settings.contender(settings.specification);
    return settings;
  }

  /** The contender that is set so, by the name of its row. */
  public PeerContender contender(String row) {
    Contender set =
        NetflixLimits.named(specification).orElseGet(() -> Contender.policy(specification));
    return new PeerContender(
        row, this, every.map(interval -> Contender.asked(interval, row, set)).orElse(set));
  }

  /**
   * A peer with some settings, as a row of a board.
   *
   * @param name the row's name
   * @param settings the settings
   * @param contender the peer that is set so
   */
  public record PeerContender(String name, PeerSettings settings, Contender contender)
      implements Contender {

    @Override
    public Sizer sizer(int pool, Pool plan, Host host, long seed) {
      return contender.sizer(pool, plan, host, seed);
    }
  }
}
