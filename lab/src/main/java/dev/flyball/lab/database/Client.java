package dev.flyball.lab.database;

import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One client of a database: one transaction after the other on a connection of its own, until the
 * load ends.
 *
 * <p>States: without a connection (it tries to get one, ten times a second); between transactions;
 * in a transaction, which a deadlock or a lock that does not come may undo, then it is tried anew
 * with other values; any other failure costs the connection.
 */
final class Client implements Runnable {

  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  private static final int PAUSE_MILLIS = 100;

  private final DatabaseServer server;
  private final LoadOrders orders;
  private final RowDraws draws;
  private boolean everConnected;
  private volatile @Nullable Socket socket;

  Client(DatabaseServer server, LoadOrders orders, RowDraws draws) {
    this.server = server;
    this.orders = orders;
    this.draws = draws;
  }

  @Override
  public void run() {
    AbortableSockets.tell(made -> socket = made);
    while (orders.goOn()) {
      try (Connection connection = connect();
          Session session = new Session(connection, draws)) {
        sayConnected();
        work(session);
      } catch (SQLException e) {
        if (orders.goOn()) {
          orders.lost(e);
          orders.pause(PAUSE_MILLIS);
        }
      }
    }
  }

  /** Ends the connection under a client that waits for an answer that does not come. */
  void abort() {
    Socket open = socket;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // It is no connection any more, which is what was wanted.
      }
    }
  }

  private Connection connect() throws SQLException {
    Properties options = new Properties();
    options.setProperty("user", server.user());
    options.setProperty("password", server.password());
    options.setProperty("useServerPrepStmts", "true");
    options.setProperty("cachePrepStmts", "false");
    options.setProperty("sslMode", "disable");
    options.setProperty("socketFactory", AbortableSockets.class.getName());
    options.setProperty("connectTimeout", "5000");
    options.setProperty("socketTimeout", "60000");
    return DriverManager.getConnection(server.url(), options);
  }

  private void sayConnected() {
    if (!everConnected) {
      everConnected = true;
      orders.connected();
    }
  }

  private void work(Session session) throws SQLException {
    while (orders.goOn()) {
      long startNanos = System.nanoTime();
      long questionsBefore = session.questions();
      if (done(orders.transaction(), session)) {
        orders.ledger().done(System.nanoTime() - startNanos, session.questions() - questionsBefore);
      }
    }
  }

  /** Tries a transaction until it is done; false when the load ends first. */
  private boolean done(Transaction transaction, Session session) throws SQLException {
    while (orders.goOn()) {
      try {
        transaction.run(session);
        return true;
      } catch (SQLException e) {
        if (!isAboutLocks(e)) {
          throw e;
        }
        orders.ledger().failed();
        session.rollback();
      }
    }
    return false;
  }

  private static boolean isAboutLocks(SQLException e) {
    return e.getErrorCode() == DEADLOCK || e.getErrorCode() == LOCK_WAIT_TIMEOUT;
  }
}
