package dev.flyball.lab.database;

import dev.flyball.base.Require;
import dev.flyball.control.Clock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * TPC-C's transactions at full scale by the program <a
 * href="https://github.com/pingcap/go-tpc">go-tpc</a>, as the clients of a database. Its clients do
 * not think, as those of all other loads here.
 *
 * <p>The figures are the server's own: commits and statements by its counters, which hold the few
 * that a tuner asks, too. The mean time of a transaction follows from the closed loop. Switching to
 * another profile is refused.
 *
 * <p>States: running, or died of something (every reading says of what), or closed. Safe for use by
 * several threads.
 */
public final class GoTpcLoad implements DatabaseLoad {

  /** What to do where the program is not there. */
  public static final String MISSING =
      "there is no go-tpc on the PATH; install it"
          + " (go install github.com/pingcap/go-tpc/cmd/go-tpc@v1.0.7), or use the profile"
          + " new-order, which our own clients do";

  private static final String NAME = "go-tpc";
  private static final String DATABASE = "tpcc";
  private static final String COUNTERS =
      "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
          + " WHERE VARIABLE_NAME IN ('COM_COMMIT', 'QUESTIONS') ORDER BY VARIABLE_NAME";
  private static final double NANOS = 1e9;

  private final LoadProgram program;
  private final Connection connection;
  private final int connections;
  private Counted last;

  /** The server's counters at a moment. */
  private record Counted(long atNanos, long commits, long questions) {

    static Counted now(Connection connection) {
      try (Statement asked = connection.createStatement();
          ResultSet rows = asked.executeQuery(COUNTERS)) {
        rows.next();
        long commits = rows.getLong(1);
        rows.next();
        return new Counted(Clock.SYSTEM.nanoTime(), commits, rows.getLong(1));
      } catch (SQLException e) {
        throw new ServerFailedException("the server's counters cannot be read", e);
      }
    }
  }

  private GoTpcLoad(LoadProgram program, Connection connection, int connections) {
    this.program = program;
    this.connection = connection;
    this.connections = connections;
    this.last = Counted.now(connection);
  }

  /** Whether the program is there to be run. */
  public static boolean installed() {
    return LoadProgram.installed(NAME);
  }

  /** Fills warehouses, at about 100 MB each, in place of those that were there. */
  static void prepare(DatabaseServer server, int warehouses) {
    requireInstalled();
    try (Connection made = server.connect();
        Statement statement = made.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
      statement.execute("CREATE DATABASE " + DATABASE);
    } catch (SQLException e) {
      throw new ServerFailedException("the database " + DATABASE + " cannot be made", e);
    }
    try (LoadProgram filling =
        LoadProgram.start(
            command(server, warehouses, warehouses, "prepare", "--no-check"), line -> false)) {
      filling.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while warehouses were filled", e);
    }
  }

  /**
   * Starts the program on warehouses that {@link Tables#create} has filled.
   *
   * @throws ServerFailedException when go-tpc is not installed
   */
  public static GoTpcLoad start(DatabaseServer server, Tables tables, int connections) {
    Require.between("connections", 1, 100_000, connections);
    requireInstalled();
    LoadProgram program =
        LoadProgram.start(
            command(server, tables.tables(), connections, "run", "--time=1000h", "--ignore-error"),
            line -> line.startsWith("[Current]"));
    try {
      return new GoTpcLoad(program, server.connect(), connections);
    } catch (SQLException e) {
      program.close();
      throw new ServerFailedException("the server's counters cannot be read", e);
    }
  }

  private static void requireInstalled() {
    if (!installed()) {
      throw new ServerFailedException(MISSING);
    }
  }

  private static List<String> command(
      DatabaseServer server, int warehouses, int threads, String action, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                NAME,
                "tpcc",
                action,
                "--host=127.0.0.1",
                "--port=" + server.port(),
                "--user=" + server.user(),
                "--password=" + server.password(),
                "--db=" + DATABASE,
                "--warehouses=" + warehouses,
                "--threads=" + threads));
    command.addAll(List.of(more));
    return command;
  }

  /**
   * What the server counted since the last reading.
   *
   * @throws ServerFailedException when the program has died, or the server does not answer
   */
  @Override
  public synchronized LoadReading reading() {
    if (!program.isAlive()) {
      throw program.died();
    }
    Counted now = Counted.now(connection);
    double seconds = (now.atNanos() - last.atNanos()) / NANOS;
    long transactions = now.commits() - last.commits();
    long questions = now.questions() - last.questions();
    last = now;
    return new LoadReading(
        seconds,
        transactions,
        questions,
        0,
        0,
        LoadReading.closedLoopMeanNanos(connections, seconds, transactions),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  @Override
  public void switchTo(Profile next) {
    throw new ServerFailedException("go-tpc makes TPC-C's transactions only, not " + next);
  }

  @Override
  public void close() {
    program.close();
    try {
      connection.close();
    } catch (SQLException e) {
      // The server may be gone before its clients.
    }
  }
}
