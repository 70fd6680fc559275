package dev.flyball.lab.peers;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;

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
