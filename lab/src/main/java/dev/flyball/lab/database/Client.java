package dev.flyball.lab.database;

import dev.flyball.lab.database.LoadOrders.Transaction;
import dev.flyball.lab.database.RowTransactions.RowDraws;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import javax.net.SocketFactory;
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

  /**
   * The sockets of {@link ClientLoad}'s connections, each made known to the client it belongs to,
   * so that a client that waits for an answer of a frozen server can be ended.
   *
   * <p>The database's driver cannot do that: it ends a busy connection by a word to the server over
   * another one. It makes this class by its name, hence it is public and knows its client by the
   * thread that asks for a socket.
   */
  public static final class AbortableSockets extends SocketFactory {

    private static final ThreadLocal<Consumer<Socket>> LISTENER =
        ThreadLocal.withInitial(() -> socket -> {});

    /** From now on {@code listener} is told of every socket made in this thread. */
    static void tell(Consumer<Socket> listener) {
      LISTENER.set(listener);
    }

    @Override
    public Socket createSocket() {
      Socket socket = new Socket();
      LISTENER.get().accept(socket);
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new UnknownHostException("connecting is left to the driver: " + host);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort)
        throws IOException {
      return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return createSocket(host.toString(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
        throws IOException {
      return createSocket(host.toString(), port);
    }
  }

  /**
   * One client's connection, with the statements it has prepared and the count of those it sent.
   *
   * <p>Every statement is prepared on the server when it is first used, and only executed from then
   * on. Rows are taken from the wire and not looked at, as a load generator needs no values. For
   * one thread.
   */
  static final class Session implements AutoCloseable {

    /** What {@link #number} answers when there is no row. */
    static final int NONE = -1;

    private final Connection connection;
    private final Statement plain;
    private final RowDraws draws;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private long questions;

    Session(Connection connection, RowDraws draws) throws SQLException {
      this.connection = connection;
      this.draws = draws;
      plain = connection.createStatement();
    }

    RowDraws draws() {
      return draws;
    }

    /** How many statements this session has sent. */
    long questions() {
      return questions;
    }

    void begin() throws SQLException {
      say("BEGIN");
    }

    void commit() throws SQLException {
      say("COMMIT");
    }

    void rollback() throws SQLException {
      say("ROLLBACK");
    }

    /** Runs a query and takes all its rows; answers with how many there were. */
    int query(String sql, Object... values) throws SQLException {
      try (ResultSet rows = bound(sql, values).executeQuery()) {
        int count = 0;
        while (rows.next()) {
          count++;
        }
        return count;
      }
    }

    /** Runs a query and answers with its first row's first column, {@link #NONE} without a row. */
    int number(String sql, Object... values) throws SQLException {
      try (ResultSet rows = bound(sql, values).executeQuery()) {
        return rows.next() ? rows.getInt(1) : NONE;
      }
    }

    void change(String sql, Object... values) throws SQLException {
      bound(sql, values).executeUpdate();
    }

    /** Ends the connection, in whatever state it is. */
    @Override
    public void close() throws SQLException {
      connection.close();
    }

    private void say(String sql) throws SQLException {
      questions++;
      plain.execute(sql);
    }

    private PreparedStatement bound(String sql, Object... values) throws SQLException {
      PreparedStatement statement = prepared.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
      }
      for (int i = 0; i < values.length; i++) {
        bind(statement, i + 1, values[i]);
      }
      questions++;
      return statement;
    }

    private static void bind(PreparedStatement statement, int index, Object value)
        throws SQLException {
      if (value instanceof Integer number) {
        statement.setInt(index, number);
      } else {
        statement.setString(index, value.toString());
      }
    }
  }
}
