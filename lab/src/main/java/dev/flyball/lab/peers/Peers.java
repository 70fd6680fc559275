package dev.flyball.lab.peers;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.files.YamlFile;
import dev.flyball.policy.spec.Spelling;
import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The peers that a policy of ours is compared with: each once, with the settings that its owner
 * ships, in {@code peers.yaml}, and those that it did best with, in {@code best-settings.yaml}.
 *
 * <p>What is set as shipped is how often each is asked: all else is the default in the catalogue,
 * which is its owner's, floor and ceiling included. The pool's limits hold as well. Where the
 * owner's program decides at every task or wait, the policy is asked every 10 ms, the shortest
 * interval here. Where a published method names no interval, it is asked once a second, as {@code
 * flyball race} has always done, and its source says so. A policy whose own interval is below a
 * second wishes to be asked in it, and no interval is set for it here.
 *
 * <p>Not among them, though in the catalogue:
 *
 * <ul>
 *   <li>{@code additive-increase}, {@code vegas} and {@code latency-gradient}: the library that
 *       they follow takes part with its own classes, see {@link NetflixLimits}.
 *   <li>{@code frame-rate}: no scenario draws frames, so it holds the size that it begins with.
 *   <li>{@code wave-climb}: as published it is suspended below 300 tasks a second, and its waves
 *       last for minutes; in nearly every scenario it holds the size that it begins with.
 *   <li>{@code fixed}: it needs a size, and no choice of ours would be fair.
 * </ul>
 */
public final class Peers {

  private static final String SHIPPED = "peers.yaml";
  private static final String BEST = "best-settings.yaml";
  private static final String SETTINGS = "settings";
  private static final String ASKED = "asked";
  private static final String SOURCE = "source";

  private static final List<Peer> ALL = read();

  private Peers() {}

  /** All of them, the best settings as they are kept with this project. */
  public static List<Peer> all() {
    return ALL;
  }

  /**
   * The peer of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Peer named(String name) {
    return ALL.stream()
        .filter(peer -> peer.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown peer '"
                    + name
                    + "'; they are "
                    + ALL.stream().map(Peer::name).collect(Collectors.joining(", "))));
  }

  /**
   * A published or sold policy of another project, twice: as its owner ships it, and as it did best
   * here.
   *
   * @param name its name, which the names of its rows begin with
   * @param shipped its owner's settings, and how often its owner has it decide
   * @param source where these settings stand, in a line
   * @param best the settings that it did best with, as far as a search has been made
   */
  public record Peer(
      String name, PeerSettings shipped, String source, Optional<PeerSettings> best) {

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
     * Refuses what cannot be.
     *
     * @throws IllegalArgumentException when there is no such peer, or a value breaks its rule
     */
    public PeerSettings {
      set(specification);
    }

    private static Contender set(String specification) {
      return NetflixLimits.named(specification).orElseGet(() -> Contender.policy(specification));
    }

    /** The contender that is set so, by the name of its row. */
    public PeerContender contender(String row) {
      Contender set = set(specification);
      return new PeerContender(
          row, this, every.map(interval -> Contender.asked(interval, row, set)).orElse(set));
    }
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

  // ---- The files

  private static List<Peer> read() {
    Map<String, PeerSettings> best = best(resource(BEST));
    return resource(SHIPPED).named().stream()
        .map(peer -> {
          Section section = peer.section(ASKED, SOURCE);
          return new Peer(
              peer.name(),
              new PeerSettings(peer.name(), asked(section)),
              section.require(SOURCE).text(),
              Optional.ofNullable(best.get(peer.name())));
        })
        .toList();
  }

  private static Field resource(String name) {
    try (InputStream bytes = Objects.requireNonNull(Peers.class.getResourceAsStream(name), name)) {
      return YamlFile.read(name, bytes, "settings of the peers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Duration> asked(Section section) {
    return section.find(ASKED).map(every -> Duration.ofNanos(every.nanos(1)));
  }

  /**
   * The best settings that a file of them has, by the peer's name.
   *
   * @throws dev.flyball.files.FileException when something in it is wrong
   */
  static Map<String, PeerSettings> best(Field file) {
    Map<String, PeerSettings> settings = new LinkedHashMap<>();
    for (Field peer : file.named()) {
      Section section = peer.section(SETTINGS, ASKED);
      Field text = section.require(SETTINGS);
      Optional<Duration> every = asked(section);
      settings.put(peer.name(), text.make(() -> new PeerSettings(text.text(), every)));
    }
    return settings;
  }

  /**
   * The text of a file of best settings, such as {@code best-settings.yaml}, which {@code flyball
   * settings --write} writes anew. A peer that decides by itself when it is asked has no {@code
   * asked}.
   *
   * <pre>{@code
   * hill-climb:
   *   settings: hill-climb(per-second=32,min=8)
   *   asked: 30ms
   * }</pre>
   *
   * @param how how it was made, a line of comment each
   * @param best the settings by the peer's name
   */
  public static String text(Iterable<String> how, Map<String, PeerSettings> best) {
    StringBuilder text = new StringBuilder();
    how.forEach(line -> text.append("# %s\n".formatted(line)));
    best.forEach((name, set) -> {
      text.append("%s:\n  %s: %s\n".formatted(name, SETTINGS, set.specification()));
      set.every()
          .map(Spelling::duration)
          .ifPresent(every -> text.append("  %s: %s\n".formatted(ASKED, every)));
    });
    return text.toString();
  }
}
