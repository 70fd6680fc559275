package dev.flyball.dashboard;

import dev.flyball.control.Governor;
import dev.flyball.dashboard.http.HttpServer;
import dev.flyball.dashboard.http.RequestThreads;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A page that shows the pools of a running program, and lets a person overrule their governors.
 *
 * <pre>{@code
 * Dashboard.serve(8090);
 * }</pre>
 *
 * <p>All pools that {@link dev.flyball.Flyball} opened or governs are on it; {@linkplain
 * #show(Governor) show} adds others, and pipelines. A line in the log at the start has the page's
 * address. Its switches need the {@linkplain #token() token}, which is neither in that line nor in
 * the address. Only this machine reaches it unless {@link DashboardBuilder#address} says otherwise.
 *
 * <p>It costs a poll of each pool twice a second, and never makes a pool's own threads wait. All
 * its threads are daemons: it does not keep a program from ending.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
public final class Dashboard implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Dashboard.class.getName());

  /** Threads beside those of the viewers. */
  private static final int MORE_THREADS = 8;

  /** Connections beside those of the viewers. */
  private static final int MORE_CONNECTIONS = 32;

  /** How long a frame waits for a watched program. */
  private static final Duration SOURCE_PATIENCE = Duration.ofMillis(500);

  private final String token;
  private final Optional<TokenFile> tokenFile;
  private final HttpServer server;
  private final LatestFrame mailbox = new LatestFrame();
  private final LocalPools local = new LocalPools();
  private final List<PoolSource> sources;
  private final Sampler sampler;
  private final EventStream events;
  private final RequestThreads threads;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, Dashboard::daemon);

  Dashboard(DashboardBuilder plan) {
    this.token = plan.token;
    this.sources = new ArrayList<>(plan.sources);
    if (plan.local) {
      sources.add(local);
    }
    this.sampler = new Sampler(sources, mailbox, new SteadyClock(), SOURCE_PATIENCE);
    this.threads = new RequestThreads(plan.viewersMax + MORE_THREADS, plan.patience.toMillis());
    String run = UUID.randomUUID().toString();
    this.events = new EventStream(mailbox, sampler, threads, run, plan.viewersMax);
    Guard guard = new Guard(plan.token, plan.hosts, plan.remoteActions);
    List<String> policies = Policies.all().stream().map(PolicyEntry::example).toList();
    Site site = new Site(guard, events, sampler, policies);
    this.tokenFile = plan.tokenFile.map(file -> TokenFile.write(file, token));
    this.server = listening(plan, site);
    String line = "dashboard at " + address();
    try {
      begin(plan);
      plan.announcement.accept(line);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private HttpServer listening(DashboardBuilder plan, Site site) {
    InetSocketAddress at = new InetSocketAddress(plan.address, plan.port);
    int connectionsMax = plan.viewersMax + MORE_CONNECTIONS;
    try {
      return new HttpServer(at, connectionsMax, plan.patience, threads, site);
    } catch (IOException e) {
      tokenFile.ifPresent(TokenFile::delete);
      throw new UncheckedIOException(
          (isHere(plan.address)
                  ? "port must be free but " + plan.port
                  : "address must be one of this machine but " + plan.address.getHostAddress())
              + " is not: "
              + e.getMessage(),
          e);
    }
  }

  private static boolean isHere(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return true; // not known
    }
  }

  private void begin(DashboardBuilder plan) {
    long periodNanos = TimeUnit.SECONDS.toNanos(1) / plan.updatesPerSecond;
    var unusedTick = timer.scheduleWithFixedDelay(this::tick, 0, periodNanos, TimeUnit.NANOSECONDS);
    long watchNanos = Math.max(1_000_000, plan.patience.toNanos() / 4);
    var unusedWatch =
        timer.scheduleWithFixedDelay(
            threads::interruptLate, watchNanos, watchNanos, TimeUnit.NANOSECONDS);
  }

  /** A thread that keeps no program from ending. */
  static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "flyball-dashboard");
    thread.setDaemon(true);
    return thread;
  }

  private void tick() {
    try {
      sampler.tick(events.viewers() > 0);
    } catch (RuntimeException | Error e) {
      if (!timer.isShutdown()) {
        LOG.log(System.Logger.Level.WARNING, "dashboard: a look failed", e);
      }
    }
  }

  /**
   * Starts a dashboard of this program, on loopback.
   *
   * @param port the port to listen at; 0 takes any free port
   * @throws UncheckedIOException when the port cannot be opened
   */
  public static Dashboard serve(int port) {
    return on(port).start();
  }

  /** Begins a builder of a dashboard at that port; 0 takes any free port. */
  public static DashboardBuilder on(int port) {
    return new DashboardBuilder(port);
  }

  /**
   * Shows a pool that was not opened by the facade, until it has terminated.
   *
   * @throws IllegalStateException when the pool was built without its sensors
   */
  public Dashboard show(AdaptivePool pool) {
    if (!pool.measured()) {
      throw new IllegalStateException(
          "pool '" + pool.name() + "' must be measured to be shown but was built unmeasured");
    }
    local.add(pool);
    return this;
  }

  /**
   * Shows the target of a governor, in the governor's own windows, until the governor is closed.
   */
  public Dashboard show(Governor governor) {
    local.add(governor);
    return this;
  }

  /** Shows a pipeline until it has terminated. */
  public Dashboard show(FlowGovernor governor) {
    local.add(governor);
    return this;
  }

  /** The page's address. */
  public URI address() {
    InetAddress at = server.address().getAddress();
    InetAddress named = at.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : at;
    String host = named.getHostAddress();
    String quoted = named instanceof Inet6Address ? "[" + host.replaceFirst("%.*", "") + "]" : host;
    return URI.create("http://" + quoted + ":" + port() + "/");
  }

  /** The port that it listens at. */
  public int port() {
    return server.address().getPort();
  }

  /** The secret that a client must send with an action, and a person types into the page. */
  public String token() {
    return token;
  }

  /** The number of viewers. */
  public int viewers() {
    return events.viewers();
  }

  /** Ends the dashboard; the targets that it showed go on unchanged. */
  @Override
  public void close() {
    timer.shutdownNow();
    sampler.close();
    mailbox.close();
    server.close();
    threads.shutdownNow();
    sources.forEach(PoolSource::close);
    tokenFile.ifPresent(TokenFile::delete);
  }
}
