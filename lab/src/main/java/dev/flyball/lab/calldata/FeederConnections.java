package dev.flyball.lab.calldata;

import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.database.DatabaseServer;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * A small pool of connections to the table of tickets, used for nothing but inserts, each committed
 * by itself. A thread that finds all of them in use waits, in the order of arrival. A failed
 * connection is not used again; the next is made when it is needed.
 *
 * <p>A row that is there stays as it is when it is inserted again, so that an insert whose end is
 * not known may be repeated.
 *
 * <p>Safe for any thread.
 */
final class FeederConnections implements AutoCloseable {

  private static final String INSERT =
      "INSERT INTO ticket VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE number = number";

  /** A frozen server is given up after a while, as a dead one is at once. */
  private static final String OPTIONS = "?connectTimeout=2000&socketTimeout=10000";

  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  private final DatabaseServer server;
  private final Semaphore free;
  private final Deque<PreparedStatement> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  FeederConnections(DatabaseServer server, int size) {
    this.server = server;
    this.free = new Semaphore(size, true);
  }

  /** Inserts a ticket, which may be there already, over one of the connections. */
  void insert(StorableTicket ticket) throws SQLException, InterruptedException {
    free.acquire();
    try {
      PreparedStatement insert = idle.pollLast();
      insert(insert == null ? connect() : insert, ticket);
    } finally {
      free.release();
    }
  }

  private PreparedStatement connect() throws SQLException {
    return DriverManager.getConnection(server.url() + OPTIONS, server.user(), server.password())
        .prepareStatement(INSERT);
  }

  private void insert(PreparedStatement insert, StorableTicket ticket) throws SQLException {
    try {
      for (int i = 0; i < ticket.row().size(); i++) {
        insert.setObject(i + 1, ticket.row().get(i));
      }
      insert.executeUpdate();
      idle.addLast(insert);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(insert);
      throw e;
    }
    if (closed) {
      close();
    }
  }

  /** Those idle; one in use is closed when its insert has ended. */
  @Override
  public void close() {
    closed = true;
    for (PreparedStatement left = idle.poll(); left != null; left = idle.poll()) {
      closeQuietly(left);
    }
  }

  private static void closeQuietly(PreparedStatement insert) {
    try {
      insert.getConnection().close();
    } catch (SQLException e) {
      // It is broken, and nothing was left to do on it: each insert commits by itself.
    }
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
}
