package dev.flyball.lab.peers;

import dev.flyball.base.Require;
import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.files.YamlFile;
import dev.flyball.sim.Contender;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The peers that a policy of ours is compared with: each once, with the settings that its owner
 * ships and those that it did best with.
 *
 * <p>What is set as shipped is how often each is asked: all else is the default in the catalogue,
 * which is its owner's, floor and ceiling included. The pool's limits hold as well. Where the
 * owner's program decides at every task or wait, the policy is asked every 10 ms, the shortest
 * interval here. Where a published method names no interval, it is asked once a second, as {@code
 * flyball race} has always done, and its source says so.
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

  private static final Duration FINEST = Duration.ofMillis(10);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final List<Shipped> SHIPPED =
      List.of(
          asked(
              "workload-profile-printed",
              SECOND,
              "Bahadur et al. 2022, section 3: the request rate is counted over a second"),
          asked(
              "workload-profile",
              SECOND,
              "Bahadur et al. 2022, Eq. 4, corrected by this project: over a second, too"),
          asked(
              "request-rate",
              SECOND,
              "Bahadur et al. 2022, sections 2 and 4: the request rate is counted over a second"),
          asked(
              "littles-law",
              SECOND,
              "Pepperdine's formula names no interval; the smoothing is this project's"),
          asked(
              "blocking-coefficient",
              SECOND,
              "Goetz 2006, section 8.2: a formula, which names no interval"),
          asked(
              "utilisation-target",
              Duration.ofSeconds(15),
              "Kubernetes, Horizontal Pod Autoscaler: sync period 15 s, stabilisation 300 s"),
          asked(
              "watermark",
              FINEST,
              "Apache Axis2, WaterMarkExecutor: looks at the queue whenever a task is handed in"),
          asked(
              "moving-average",
              SECOND,
              "Zhang, Su and Wang, section IV: prints no interval, nor does the abstract of Kang et"
                  + " al. 2008"),
          asked(
              "cpu-share",
              Duration.ofMillis(300),
              "Zhang, Su and Wang, section VI: its example measures over 300 ms"),
          asked(
              "sleep-jitter",
              Duration.ofMillis(1500),
              "Kyo scheduler, concurrency regulator: decides every 1.5 s"),
          asked(
              "queue-sojourn",
              FINEST,
              "Nichols and Jacobson 2012, RFC 8289: looks at every packet; target 5 ms, interval"
                  + " 100 ms"),
          asked(
              "gradient-climb",
              SECOND,
              "Trub 2021, after Hellerstein et al. 2008: means over 5 windows of unnamed length"),
          asked(
              "step-climb",
              Duration.ofMillis(200),
              "Timm 2021, scaling-adapter v-8: snapshots of 200 ms, a check each second"),
          asked(
              "throughput-probe",
              Duration.ofMillis(100),
              "MongoDB 7.0, throughput_probing.cpp: every 100 ms, from 4 to 128"),
          asked(
              "hill-climb",
              FINEST,
              ".NET, PortableThreadPool.HillClimbing.cs: samples of 10 to 200 ms, from one a core"),
          asked(
              "distribution-climb",
              Duration.ofMillis(750),
              "Open Liberty, ThreadPoolController: every 1.5 s, every 750 ms in hang mode; from two"
                  + " a core"),
          byItself(
              "paired-climb", "this project, for databases: samples of 1 s, 250 ms after a change"),
          byItself(
              "netflix-aimd",
              "Netflix concurrency-limits 0.5.4, AIMDLimit: from 20 to 200, time-out 5 s"),
          byItself(
              "netflix-vegas",
              "Netflix concurrency-limits 0.5.4, VegasLimit in a WindowedLimit: windows of 1 s, to"
                  + " 1000"),
          byItself(
              "netflix-gradient2",
              "Netflix concurrency-limits 0.5.4, readme: Gradient2Limit in a WindowedLimit: windows"
                  + " of 1 s, from 20 to 200"));

  private static final List<Peer> ALL = with(BestSettingsFile.shipped());

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
                "unknown peer '" + name + "'; they are " + String.join(", ", names())));
  }

  private static List<String> names() {
    return SHIPPED.stream().map(peer -> peer.settings.specification()).toList();
  }

  /** The peers with best settings, by name. */
  private static List<Peer> with(Map<String, PeerSettings> best) {
    List<Peer> peers = new ArrayList<>();
    for (Shipped peer : SHIPPED) {
      String name = peer.settings.specification();
      peers.add(new Peer(name, peer.settings, peer.source, Optional.ofNullable(best.get(name))));
    }
    return List.copyOf(peers);
  }

  private static Shipped asked(String name, Duration every, String source) {
    return new Shipped(PeerSettings.asked(every, name), source);
  }

  private static Shipped byItself(String name, String source) {
    return new Shipped(PeerSettings.of(name), source);
  }

  /** A peer whose best settings are not known yet. */
  private record Shipped(PeerSettings settings, String source) {}

  /**
   * The file {@code best-settings.yaml}: for each peer the settings that a search found.
   *
   * <pre>{@code
   * hill-climb:
   *   settings: hill-climb(per-second=32,min=8)
   *   asked: 30ms
   * }</pre>
   *
   * <p>A peer that decides by itself when it is asked has no {@code asked}. {@code flyball settings
   * --write} writes the file anew.
   */
  public static final class BestSettingsFile {

    private static final String NAME = "best-settings.yaml";
    private static final String WHAT = "the best settings of the peers";
    private static final String SETTINGS = "settings";
    private static final String ASKED = "asked";

    private BestSettingsFile() {}

    /** The settings that are kept with this project, by the peer's name. */
    static Map<String, PeerSettings> shipped() {
      try (InputStream bytes = BestSettingsFile.class.getResourceAsStream(NAME)) {
        if (bytes == null) {
          throw new IllegalStateException("the resource " + NAME + " must exist but does not");
        }
        return settings(YamlFile.read(NAME, bytes, WHAT));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /**
     * The settings in the text of such a file, by the peer's name.
     *
     * @throws dev.flyball.files.FileException when something in it is wrong
     */
    static Map<String, PeerSettings> parse(String text) {
      return settings(YamlFile.parse(NAME, text, WHAT));
    }

    private static Map<String, PeerSettings> settings(Field file) {
      Map<String, PeerSettings> settings = new LinkedHashMap<>();
      for (Field peer : file.named()) {
        Section section = peer.section(SETTINGS, ASKED);
        Field text = section.require(SETTINGS);
        PeerSettings found =
            section
                .find(ASKED)
                .map(every -> Duration.ofNanos(every.nanos(1)))
                .map(every -> text.make(() -> PeerSettings.asked(every, text.text())))
                .orElseGet(() -> text.make(() -> PeerSettings.of(text.text())));
        settings.put(peer.name(), found);
      }
      return settings;
    }

    /**
     * The text of a file.
     *
     * @param how how it was made, a line of comment each
     * @param best the settings by the peer's name
     */
    public static String text(Iterable<String> how, Map<String, PeerSettings> best) {
      StringBuilder text = new StringBuilder();
      how.forEach(line -> text.append("# ").append(line).append('\n'));
      best.forEach((name, settings) -> {
        text.append(name).append(":\n");
        text.append("  ").append(SETTINGS).append(": ");
        text.append(settings.specification()).append('\n');
        settings
            .every()
            .ifPresent(every ->
                text.append("  ")
                    .append(ASKED)
                    .append(": ")
                    .append(every.toMillis())
                    .append("ms\n"));
      });
      return text.toString();
    }
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
}
