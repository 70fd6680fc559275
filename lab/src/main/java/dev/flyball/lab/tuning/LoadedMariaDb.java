package dev.flyball.lab.tuning;

import dev.flyball.adapters.mariadb.MariaDbThreadPool;
import dev.flyball.adapters.mariadb.Objective;
import dev.flyball.adapters.mariadb.ServerAccess;
import dev.flyball.control.Clock;
import dev.flyball.control.Governor;
import dev.flyball.lab.database.ClientLoad;
import dev.flyball.lab.database.DatabaseLoad;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.GoTpcLoad;
import dev.flyball.lab.database.Profile;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.database.SysbenchLoad;
import dev.flyball.lab.database.Tables;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A real MariaDB server under a real load, in real time. */
public final class LoadedMariaDb implements TestServer.UnderLoad {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long TOO_SOON_MILLIS = 50;

  private final DatabaseServer server;
  private final DatabaseLoad load;
  private final MariaDbThreadPool pool;
  private final long originNanos = Clock.SYSTEM.nanoTime();
  private long nextNanos = originNanos;
  private volatile int groups;

  LoadedMariaDb(DatabaseServer server, DatabaseLoad load, MariaDbThreadPool pool) {
    this.server = server;
    this.load = load;
    this.pool = pool;
    this.groups = pool.facts().size();
  }

  @Override
  public ServerSecond next() throws InterruptedException {
    long now = Clock.SYSTEM.nanoTime();
    nextNanos = Math.max(nextNanos + SECOND_NANOS, now + SECOND_NANOS / 2);
    TimeUnit.NANOSECONDS.sleep(nextNanos - now);
    LoadReading reading = load.reading();
    while (!(reading.seconds() > 0)) {
      TimeUnit.MILLISECONDS.sleep(TOO_SOON_MILLIS);
      reading = load.reading();
    }
    return new ServerSecond(
        seconds(Clock.SYSTEM.nanoTime()),
        reading.seconds(),
        reading.transactions(),
        reading.questions(),
        reading.errors() + reading.losses(),
        new ServerSecond.Latency(
            reading.meanNanos().stream().map(nanos -> nanos / 1e6).findFirst(),
            reading.p95Nanos().stream().mapToDouble(nanos -> nanos / 1e6).findFirst()),
        groups);
  }

  private double seconds(long nanos) {
    return (nanos - originNanos) / 1e9;
  }

  @Override
  public void size(int wanted) {
    pool.resize(wanted);
    groups = wanted;
  }

  @Override
  public Governing govern(SizingPolicy policy) {
    return new Watching(policy, true);
  }

  @Override
  public Governing advise(SizingPolicy policy) {
    return new Watching(policy, false);
  }

  @Override
  public void turn(Profile next) {
    load.switchTo(next);
  }

  @Override
  public void turnIoBound(Profile next) {
    server.set("innodb_flush_log_at_trx_commit", 1);
    server.set("sync_binlog", 1);
    server.set("innodb_buffer_pool_size", ServerSettings.ioBound().bufferPoolBytes());
    load.switchTo(next);
  }

  @Override
  public void close() {
    load.close();
    pool.close();
  }

  /** A governor on its own thread, and all that it decided. */
  private final class Watching implements Governing {
    private final List<Move> moves = new CopyOnWriteArrayList<>();
    private final Governor governor;

    Watching(SizingPolicy policy, boolean governs) {
      pool.observe(); // the first window is to begin here
      governor = Governor.of("mariadb", pool, policy).build();
      if (!governs) {
        governor.adviseOnly();
      }
      governor.addListener(decision -> {
        moves.add(Move.of(decision, seconds(decision.atNanos())));
        groups = decision.to() > 0 ? decision.to() : groups;
      });
      governor.start();
    }

    @Override
    public List<Move> moves() {
      return List.copyOf(moves);
    }

    @Override
    public void close() {
      governor.close();
    }
  }

  /**
   * A real MariaDB server of our own, with its tables; gone with all its data when it is closed.
   *
   * @param server the server
   * @param choice how it was started, and the source of its load
   * @param cores its processors
   * @param ready the processors when it was ready
   */
  public record MariaDbTestServer(DatabaseServer server, Choice choice, int cores, Ready ready)
      implements TestServer {

    /**
     * The processors when a server was ready.
     *
     * @param look those of the machine, and what this process had used of them
     * @param server what the server had used; empty where that is not known
     */
    public record Ready(Look look, Optional<Duration> server) {

      static Ready now(DatabaseServer server) {
        return new Ready(Look.now(), server.processorTime());
      }
    }

    /** The default policy for a server that is governed from outside. */
    public static final String STANDARD_POLICY = "paired-climb";

    private static final Tables TABLES = new Tables(4, 100_000);

    /**
     * The server, and the source of its load.
     *
     * @param settings how the server is started
     * @param tables the data
     * @param sysbench whether sysbench makes the load, and not our own clients
     * @param seed the seed of our own clients' values
     */
    public record Choice(ServerSettings settings, Tables tables, boolean sysbench, long seed) {

      /** Durable commits, tables in memory, the disk as it is. */
      public static Choice usual(long seed) {
        return new Choice(ServerSettings.usual(), TABLES, false, seed);
      }

      /**
       * Durable commits, a buffer pool much smaller than the tables, and a common disk's flushes.
       */
      public static Choice ioBound(long seed) {
        return new Choice(ServerSettings.ioBound(), TABLES, false, seed);
      }

      /** The same, each flush to the disk slowed by so long. */
      public Choice withFsyncDelay(Duration delay) {
        return new Choice(settings.withFsyncDelay(delay), tables, sysbench, seed);
      }

      /** The same, the load made by sysbench. */
      public Choice withSysbench() {
        return new Choice(settings, tables, true, seed);
      }

      /** The same, on a server that can tell how long its threads wait. */
      public Choice timingWaits() {
        return new Choice(settings.timingWaits(), tables, sysbench, seed);
      }

      /** The same before it waits for the disk: commits are not durable, all tables in memory. */
      public Choice beforeSwitch() {
        ServerSettings before =
            settings
                .withDurable(false)
                .withBufferPoolBytes(ServerSettings.usual().bufferPoolBytes());
        return new Choice(before, tables, sysbench, seed);
      }
    }

    /** Starts a server and makes the tables that these profiles need. */
    public static MariaDbTestServer start(
        Choice choice, Collection<Profile> profiles, Watcher watcher) {
      DatabaseServer server = DatabaseServer.start(choice.settings(), watcher::prepares);
      try {
        choice.tables().create(server, profiles, watcher::prepares);
        int cores = Integer.parseInt(server.variable("thread_pool_size")); // has never been set
        return new MariaDbTestServer(server, choice, cores, Ready.now(server));
      } catch (RuntimeException e) {
        server.close();
        throw e;
      }
    }

    @Override
    public String description() {
      ServerSettings settings = choice.settings();
      return String.format(
          Locale.ROOT,
          "MariaDB %s, %d cores, %s, buffer pool %d MB, flushes %s, %d tables of %d rows, %s",
          server.variable("version"),
          cores,
          settings.durable() ? "durable commits" : "commits not durable",
          settings.bufferPoolBytes() >> 20,
          settings.fsyncDelay().isZero()
              ? "as fast as the disk is"
              : "slowed by " + settings.fsyncDelay().toNanos() / 1e6 + " ms",
          choice.tables().tables(),
          choice.tables().rows(),
          choice.sysbench() ? "load by sysbench" : "load by our own clients");
    }

    /** What the server used is the experiment's own. What sysbench used is not known. */
    @Override
    public Neighbours neighbours() {
      Ready now = Ready.now(server);
      if (choice.sysbench() || ready.server().isEmpty() || now.server().isEmpty()) {
        return Neighbours.UNKNOWN;
      }
      double usedNanos = now.server().get().minus(ready.server().get()).toNanos();
      double nanos = now.look().atNanos() - ready.look().atNanos();
      return Neighbours.between(ready.look(), now.look()).without(usedNanos / nanos);
    }

    @Override
    public UnderLoad open(Cell cell) {
      MariaDbThreadPool pool =
          MariaDbThreadPool.connect(
              new ServerAccess(server.url(), server.user(), server.password()),
              Objective.QUESTIONS);
      try {
        pool.resize(cores);
        Tables tables = choice.tables();
        Profile profile = cell.profile();
        int connections = cell.connections();
        DatabaseLoad load = load(tables, profile, connections);
        return new LoadedMariaDb(server, load, pool);
      } catch (RuntimeException e) {
        pool.close();
        throw e;
      }
    }

    private DatabaseLoad load(Tables tables, Profile profile, int connections) {
      if (profile == Profile.TPC_C) {
        return GoTpcLoad.start(server, tables, connections);
      }
      return choice.sysbench()
          ? SysbenchLoad.start(server, tables, profile, connections, choice.seed())
          : ClientLoad.start(server, tables, profile, connections, choice.seed());
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
