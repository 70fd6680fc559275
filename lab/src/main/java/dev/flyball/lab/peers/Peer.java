package dev.flyball.lab.peers;

import dev.flyball.base.Require;
import dev.flyball.sim.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A published or sold policy of another project, twice: as its owner ships it, and as it did best
 * here.
 *
 * @param name its name, which the names of its rows begin with
 * @param shipped its owner's settings, and how often its owner has it decide
 * @param source where these settings stand, in a line
 * @param best the settings that it did best with, as far as a search has been made
 */
public record Peer(String name, PeerSettings shipped, String source, Optional<PeerSettings> best) {

  public Peer {
    Require.notBlank("name", name);
    Require.notBlank("source", source);
  }

  /** The name of the row with its owner's settings. */
  public String shippedRow() {
    return name + " (as shipped)";
  }

  /** The name of the row with its best settings. */
  public String bestRow() {
    return name + " (best)";
  }

  /** Its rows. */
  public List<Contender> contenders() {
    List<Contender> rows = new ArrayList<>(List.of(shipped.contender(shippedRow())));
    best.ifPresent(settings -> rows.add(settings.contender(bestRow())));
    return rows;
  }
}
