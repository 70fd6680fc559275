package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.ServerFailedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * The table of tickets in a server's database, their numbers its primary key. A row that is there
 * stays as it is when it is inserted again, so that an insert whose end is not known may be
 * repeated.
 *
 * @param server where it is
 */
record TicketTable(DatabaseServer server) {

  private static final String DEFINITION =
      """
      CREATE OR REPLACE TABLE ticket (number BIGINT PRIMARY KEY, session VARCHAR(255) NOT NULL,
        origin_host VARCHAR(255) NOT NULL, type TINYINT NOT NULL, record_number BIGINT NOT NULL,
        at DATETIME NOT NULL, caller CHAR(32) NOT NULL, called CHAR(32) NOT NULL,
        seconds BIGINT NOT NULL) ENGINE = InnoDB\
      """;

  private static final String INSERT =
      "INSERT INTO ticket VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE number = number";

  /** A frozen server is given up after a while, as a dead one is at once. */
  private static final String OPTIONS = "connectTimeout=2000&socketTimeout=10000";

  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  private static final int ROWS_FETCHED = 10_000;

  /** Makes the table, empty, in place of the one that was there and its trigger. */
  void create() {
    execute(DEFINITION, "the table of tickets cannot be made");
  }

  /** From now on each insert takes so much longer in the server; zero for as long as it takes. */
  void slowBy(Duration delay) {
    String trigger =
        delay.isZero()
            ? "DROP TRIGGER IF EXISTS ticket_delay"
            : String.format(
                Locale.ROOT,
                "CREATE OR REPLACE TRIGGER ticket_delay BEFORE INSERT ON ticket"
                    + " FOR EACH ROW DO SLEEP(%.6f)",
                delay.toNanos() / 1e9);
    execute(trigger, "inserts cannot be delayed");
  }

  private void execute(String sql, String failure) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new ServerFailedException(failure, e);
    }
  }

  /** The numbers of the tickets that are there. */
  Numbers numbers() {
    Numbers numbers = new Numbers();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_FETCHED);
      try (ResultSet rows = statement.executeQuery("SELECT number FROM ticket")) {
        while (rows.next()) {
          numbers.add(rows.getLong(1));
        }
      }
    } catch (SQLException e) {
      throw new ServerFailedException("the tickets cannot be read", e);
    }
    return numbers;
  }

  // ---- For feeders

  /** A connection that is used for nothing but inserts, each committed by itself. */
  Connection connect() throws SQLException {
    String url = server.url() + (server.url().contains("?") ? "&" : "?") + OPTIONS;
    return DriverManager.getConnection(url, server.user(), server.password());
  }

  static PreparedStatement prepareInsert(Connection connection) throws SQLException {
    return connection.prepareStatement(INSERT);
  }

  /** Inserts a ticket that may be there already. */
  static void insert(PreparedStatement insert, StorableTicket ticket) throws SQLException {
    CallTicket row = ticket.ticket();
    insert.setLong(1, row.number());
    insert.setString(2, row.session());
    insert.setString(3, row.originHost());
    insert.setInt(4, row.type().ordinal() + 1);
    insert.setInt(5, row.recordNumber());
    insert.setObject(6, ticket.at());
    insert.setString(7, row.caller());
    insert.setString(8, row.called());
    insert.setInt(9, row.seconds());
    insert.executeUpdate();
  }

  /**
   * Whether a failure may pass when the same is tried again: the connection was lost or not made
   * (SQL state 08), or the transaction was undone for another's sake (40).
   */
  static boolean mayPass(Exception failure) {
    if (!(failure instanceof SQLException e)) {
      return false;
    }
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("08")
        || state.startsWith("40")
        || e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || e.getErrorCode() == LOCK_WAIT_TIMEOUT
        || e.getErrorCode() == DEADLOCK;
  }

  /**
   * A small pool of connections to the table of tickets. A thread that finds all of them in use
   * waits, in the order of arrival. A failed connection is not used again; the next is made when it
   * is needed.
   *
   * <p>Safe for any thread.
   */
  static final class FeederConnections implements AutoCloseable {

    private final TicketTable table;
    private final Semaphore free;
    private final Deque<Lent> idle = new ArrayDeque<>(); // guarded by itself
    private volatile boolean closed;

    FeederConnections(TicketTable table, int size) {
      this.table = table;
      this.free = new Semaphore(Require.atLeast("connections", 1, size), true);
    }

    private record Lent(Connection connection, PreparedStatement insert) implements AutoCloseable {

      static Lent of(TicketTable table) throws SQLException {
        Connection connection = table.connect();
        try {
          return new Lent(connection, TicketTable.prepareInsert(connection));
        } catch (SQLException e) {
          connection.close();
          throw e;
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    }

    /** Inserts a ticket over one of the connections. */
    void insert(StorableTicket ticket) throws SQLException, InterruptedException {
      free.acquire();
      try {
        insertOverOne(ticket);
      } finally {
        free.release();
      }
    }

    private void insertOverOne(StorableTicket ticket) throws SQLException {
      Lent lent = take();
      boolean well = false;
      try {
        TicketTable.insert(lent.insert(), ticket);
        well = true;
      } finally {
        giveBack(lent, well);
      }
    }

    private Lent take() throws SQLException {
      synchronized (idle) {
        Lent lent = idle.pollLast();
        if (lent != null) {
          return lent;
        }
      }
      return Lent.of(table);
    }

    private void giveBack(Lent lent, boolean well) {
      synchronized (idle) {
        if (well && !closed) {
          idle.addLast(lent);
          return;
        }
      }
      closeQuietly(lent);
    }

    /** Those idle; one in use is closed when it is given back. */
    @Override
    public void close() {
      closed = true;
      synchronized (idle) {
        idle.forEach(FeederConnections::closeQuietly);
        idle.clear();
      }
    }

    private static void closeQuietly(Lent lent) {
      try (lent) {
        return;
      } catch (SQLException e) {
        // It is broken, and nothing was left to do on it: each insert commits by itself.
      }
    }
  }
}
