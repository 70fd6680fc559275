package dev.flyball.dashboard;

import dev.flyball.base.Durations;
import dev.flyball.base.Require;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A builder of dashboards; every setting has a default. */
public final class DashboardBuilder {

  private static final System.Logger LOG = System.getLogger(Dashboard.class.getName());
  private static final int TOKEN_BYTES = 16;
  private static final int TOKEN_LENGTH_MIN = 16;

  final int port;
  final List<PoolSource> sources = new ArrayList<>();
  final Set<String> hosts = new TreeSet<>();
  InetAddress address = InetAddress.getLoopbackAddress();
  String token = drawnToken();
  Optional<Path> tokenFile = Optional.empty();
  int updatesPerSecond = 2;
  int viewersMax = 64;
  Duration patience = Duration.ofSeconds(10);
  boolean local = true;
  boolean remoteActions;
  Consumer<String> announcement = line -> LOG.log(System.Logger.Level.INFO, line);

  DashboardBuilder(int port) {
    this.port = Require.between("port", 0, 65_535, port);
  }

  private static String drawnToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * The address to listen at. Default: loopback. Every client that reaches it may read; it may act
   * only if {@link #remoteActions} allows it.
   */
  public DashboardBuilder address(InetAddress listening) {
    this.address = listening;
    return this;
  }

  /**
   * The secret that a client must send with an action, at least {@value #TOKEN_LENGTH_MIN} letters,
   * digits and {@code . _ ~ -}. Default: 128 random bits.
   */
  public DashboardBuilder token(String secret) {
    if (!secret.matches("[A-Za-z0-9._~-]{" + TOKEN_LENGTH_MIN + ",}")) {
      throw new IllegalArgumentException(
          "token must be at least "
              + TOKEN_LENGTH_MIN
              + " letters, digits and . _ ~ - but was not");
    }
    this.token = secret;
    return this;
  }

  /**
   * Writes the token into a new file that only its owner may read, and deletes the file when the
   * dashboard is closed. Default: the token is written nowhere.
   *
   * <p>{@link #start} fails where there is such a file already, or no file there can be for its
   * owner alone.
   */
  public DashboardBuilder tokenFile(Path file) {
    this.tokenFile = Optional.of(file);
    return this;
  }

  /**
   * Allows a name by which browsers call this machine, such as {@code build7.example.org};
   * addresses and {@code localhost} are allowed already.
   *
   * @throws IllegalArgumentException when it is no name alone, such as one with a port
   */
  public DashboardBuilder host(String name) {
    if (!Require.notBlank("host", name).matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "host must be a name without scheme and port but was '" + name + "'");
    }
    hosts.add(name.toLowerCase(Locale.ROOT));
    return this;
  }

  /** Lets other machines act, too, with the token; it crosses the network in the clear. */
  public DashboardBuilder remoteActions() {
    this.remoteActions = true;
    return this;
  }

  /**
   * The number of updates per second, from 1 to 10; each polls all pools and sends a frame to all
   * viewers. Default: 2.
   */
  public DashboardBuilder updatesPerSecond(int count) {
    this.updatesPerSecond = Require.between("updatesPerSecond", 1, 10, count);
    return this;
  }

  /** The maximum number of viewers at a time, from 1 to 1000. Default: 64. Each takes a thread. */
  public DashboardBuilder viewersMax(int count) {
    this.viewersMax = Require.between("viewersMax", 1, 1000, count);
    return this;
  }

  /** The time after which a viewer that reads nothing more is cut off. Default: ten seconds. */
  public DashboardBuilder patience(Duration time) {
    this.patience = Durations.atMostAYear("patience", Require.positive("patience", time));
    return this;
  }

  /** Shows the pools of another program instead of this one's; may be called several times. */
  public DashboardBuilder watching(PoolSource source) {
    sources.add(source);
    local = false;
    return this;
  }

  /** Receives the line with the page's address. Default: the line is logged. */
  public DashboardBuilder announcing(Consumer<String> line) {
    this.announcement = line;
    return this;
  }

  /**
   * Starts the dashboard.
   *
   * @throws java.io.UncheckedIOException when the port cannot be opened, or the file of the token
   *     not be written
   */
  public Dashboard start() {
    return new Dashboard(this);
  }
}
