package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/**
 * A small pool of connections to the table of tickets. A thread that finds all of them in use
 * waits, in the order of arrival. A failed connection is not used again; the next is made when it
 * is needed.
 *
 * <p>Safe for any thread.
 */
final class FeederConnections implements AutoCloseable {

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
