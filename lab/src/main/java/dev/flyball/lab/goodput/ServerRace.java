package dev.flyball.lab.goodput;

import dev.flyball.base.Require;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadClient;
import dev.flyball.lab.load.LoadResult;
import dev.flyball.lab.load.LoadResult.Ended;
import dev.flyball.lab.load.LoadRun;
import dev.flyball.lab.race.Laps;
import dev.flyball.lab.report.Findings;
import dev.flyball.measure.HostMeter;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The experiment: every server on every row, one after the other, each in a process of its own.
 *
 * <p>On a row the servers take turns, round by round; all runs of a round have the same arrivals.
 * The server has one processor, the client another, where there are two and the system can say so.
 * A client that has its answer not by its deadline closes the connection.
 *
 * @param rows the rows
 * @param servers the servers, in the order of the columns
 * @param length how long each run lasts
 * @param rounds how often each server runs on each row
 * @param seed the seed of the first round; each round has the next one
 * @param command the command that repeats it
 */
public record ServerRace(
    List<Row> rows,
    List<ServerKind> servers,
    Duration length,
    int rounds,
    long seed,
    String command) {

  /** The header field with the time that the client waits, in milliseconds. */
  public static final String DEADLINE_HEADER = "X-Request-Timeout-Ms";

  private static final Duration WARM_UP = Duration.ofMillis(1500);
  private static final double WARM_UP_LOAD = 0.3;
  private static final long WARM_UP_SEED = 4711;

  public ServerRace {
    rows = List.copyOf(rows);
    servers = List.copyOf(servers);
    Require.atLeast("rows", 1, rows.size());
    Require.atLeast("servers", 1, servers.size());
    Require.positive("length", length);
    Require.atLeast("rounds", 1, rounds);
    if (servers.contains(ServerKind.LIBERTY)) {
      Liberty.fetched(); // or it is refused, before anything runs
    }
  }

  /** How long it takes, about. */
  public Duration leastTime() {
    return length.plus(WARM_UP).plusMillis(3500).multipliedBy(runs());
  }

  /** How many runs it has. */
  public int runs() {
    return rows.size() * servers.size() * rounds;
  }

  /**
   * Runs it; when interrupted, ends with what is measured.
   *
   * @throws IOException when a server cannot be started
   */
  public Findings run(Laps.Listener progress) throws IOException {
    ServerJdk jdk = ServerJdk.newest();
    Board board = new Board(new ArrayList<>(), new ArrayList<>());
    List<ServerKind> raced = new ArrayList<>(servers);
    if (!jdk.hasVirtualThreads() && raced.remove(ServerKind.VIRTUAL)) {
      board.notes.add(
          "virtual-threads is left out, for the newest JDK here is " + jdk.version() + ".");
    }
    List<BackendCheck> checks = new ArrayList<>();
    try (CoreSplit cores = CoreSplit.here()) {
      if (!cores.isSplit()) {
        board.notes.add(
            "Server and client were not given processors of their own, and disturb each other:"
                + " that takes two processors and the system's taskset.");
      }
      for (Backend backend : collapsing()) {
        checks.add(BackendCheck.of(backend));
      }
      race(board, raced, jdk, cores, progress);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      board.notes.add("Ended before all runs were made.");
    }
    return new ServerRaceFindings(this, board.runs, checks, board.notes, jdk).findings();
  }

  private record Board(List<ServerRun> runs, List<String> notes) {}

  private List<Backend> collapsing() {
    return rows.stream()
        .map(Row::backend)
        .filter(backend -> backend.shape() == Backend.Shape.COLLAPSING)
        .distinct()
        .toList();
  }

  private void race(
      Board board, List<ServerKind> raced, ServerJdk jdk, CoreSplit cores, Laps.Listener progress)
      throws IOException, InterruptedException {
    OptionalDouble steps = OptionalDouble.empty();
    int all = rows.size() * raced.size() * rounds;
    for (Row row : rows) {
      for (int round = 0; round < rounds; round++) {
        for (ServerKind kind : order(raced, round)) {
          try (ServerProcess server = new ServerProcess(kind, row, jdk, cores, steps)) {
            steps = OptionalDouble.of(server.stepsPerNano());
            board.runs.add(run(row, kind, server, seed + round));
          }
          progress.ended(board.runs.size(), all, row.name() + ", " + kind.id());
        }
      }
    }
  }

  /** Beginning with another one in each round, and every other round backwards. */
  private static List<ServerKind> order(List<ServerKind> servers, int round) {
    List<ServerKind> order = new ArrayList<>(servers);
    Collections.rotate(order, -round);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }

  private ServerRun run(Row row, ServerKind kind, ServerProcess server, long seed)
      throws IOException, InterruptedException {
    LoadClient client =
        LoadClient.to(server.uri(), row.deadline())
            .with(DEADLINE_HEADER, String.valueOf(row.deadline().toMillis()));
    double calm = WARM_UP_LOAD * Math.min(row.ratePerSecond(), row.backend().capacityPerSecond());
    try (LoadRun warmUp =
        client.start(
            Schedule.of(Arrivals.poisson(calm), KindMix.only(""), WARM_UP, WARM_UP_SEED))) {
      warmUp.await();
    }
    Schedule schedule = row.schedule(length, seed);
    List<Ended> ended = new ArrayList<>();
    Others others = Others.since(server);
    ScheduledExecutorService changes = Executors.newSingleThreadScheduledExecutor();
    try (LoadRun load = client.start(schedule, second -> {}, ended::add)) {
      change(row, server, changes);
      LoadResult result = load.await();
      if (!server.isAlive()) {
        throw new IOException("server " + kind.id() + " died under its load");
      }
      return ServerRun.of(row, kind.id(), schedule, ended, result, others.cores(server));
    } finally {
      changes.shutdownNow();
    }
  }

  /** Has the backend change its speed when the row's event begins, and change back at its end. */
  private void change(Row row, ServerProcess server, ScheduledExecutorService changes) {
    row.event()
        .filter(event -> event.speed() != 1)
        .ifPresent(event -> {
          set(server, event.speed(), row.eventFromNanos(length), changes);
          set(server, 1, row.eventToNanos(length), changes);
        });
  }

  private static void set(
      ServerProcess server, double speed, long inNanos, ScheduledExecutorService changes) {
    changes.schedule(
        () -> {
          try {
            server.speed(speed);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        inNanos,
        TimeUnit.NANOSECONDS);
  }

  /** What processes other than ours and the server's have used since a moment. */
  private record Others(long atNanos, HostMeter.Reading reading, Duration server) {

    static Others since(ServerProcess server) {
      return new Others(System.nanoTime(), HostMeter.read(), server.cpuTime());
    }

    double cores(ServerProcess server) {
      HostMeter.Reading now = HostMeter.read();
      if (now.hostBusyNanos().isEmpty() || now.processCpuNanos().isEmpty()) {
        return Double.NaN;
      }
      long host = now.hostBusyNanos().getAsLong() - reading.hostBusyNanos().orElse(0);
      long own = now.processCpuNanos().getAsLong() - reading.processCpuNanos().orElse(0);
      long served = server.cpuTime().minus(this.server).toNanos();
      return Math.max(0, (double) (host - own - served) / (System.nanoTime() - atNanos));
    }
  }
}
