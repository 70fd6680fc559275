package dev.flyball.adapters.mariadb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.mariadb.jdbc.Driver;

/**
 * The one connection over which a server is observed and changed.
 *
 * <p>Its statements have high priority in the thread pool: on a server with 256 busy connections
 * and one thread group the answer arrives after a millisecond instead of a quarter of a second. A
 * statement never waits longer than the timeout, so a server that hangs blocks no caller for ever.
 *
 * <p>For one thread at a time.
 */
final class ControlConnection implements AutoCloseable, Dialect.Questions {

  private static final String IDENTITY = "SELECT @@version, @@version_comment, CURRENT_USER()";

  private static final int WRONG_TYPE = 1232;

  private final Connection connection;
  private final Statement statement;

  /** Statements sent so far: the server counts them among its questions. */
  private long sent;

  /** Those of them that were SELECTs. */
  private long selects;

  private Optional<Dialect> dialect = Optional.empty();

  private ControlConnection(Connection connection, Statement statement) {
    this.connection = connection;
    this.statement = statement;
  }

  /** The server's identity: its version, its version comment, and this connection's account. */
  record Identity(String version, String comment, String account) {}

  /** A variable of the server, and how it came by its value, in the words of its dialect. */
  record Variable(String value, String origin, boolean readOnly) {}

  static ControlConnection open(ServerAccess access, Duration timeout) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", access.user());
    properties.setProperty("password", access.password());
    properties.setProperty("connectTimeout", String.valueOf(timeout.toMillis()));
    properties.setProperty("socketTimeout", String.valueOf(timeout.toMillis()));
    Connection connection = new Driver().connect(access.url(), properties);
    try {
      return new ControlConnection(connection, connection.createStatement());
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  Identity identity() throws SQLException {
    try (ResultSet row = query(IDENTITY)) {
      row.next();
      Identity server = new Identity(row.getString(1), row.getString(2), row.getString(3));
      dialect = Optional.of(Dialect.of(server));
      return server;
    }
  }

  /** The thread pool's variables by their names in capitals. */
  SortedMap<String, Variable> variables() throws SQLException {
    return dialect().variables(this);
  }

  /** Has what is sent from here on pass by whatever waits in the thread pool's queues. */
  void hurry() throws SQLException {
    execute(dialect().hurry());
  }

  Snapshot snapshot() throws SQLException {
    return dialect().snapshot(this);
  }

  /** The dialect of the server, once {@link #identity} has been asked for. */
  Dialect dialect() {
    return dialect.orElseThrow();
  }

  @Override
  public SortedMap<String, Long> figures(String sql) throws SQLException {
    SortedMap<String, Long> figures = new TreeMap<>();
    try (ResultSet row = query(sql)) {
      while (row.next()) {
        figures.put(row.getString(1), row.getLong(2));
      }
    }
    return figures;
  }

  @Override
  public SortedMap<String, String[]> rows(String sql, int columns) throws SQLException {
    SortedMap<String, String[]> rows = new TreeMap<>();
    try (ResultSet row = query(sql)) {
      while (row.next()) {
        String[] cells = new String[columns];
        for (int column = 0; column < columns; column++) {
          cells[column] = row.getString(column + 1);
        }
        rows.put(cells[0].toUpperCase(Locale.ROOT), cells);
      }
    }
    return rows;
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public long selects() {
    return selects;
  }

  void set(Knob knob, long value) throws SQLException {
    execute(sql(knob, value));
  }

  /**
   * Tests the privilege to set a variable. It requests a change that the server never makes,
   * because the value is invalid: so nothing is written, and the variable does not count as set.
   * The server checks the privilege before the value, so its error tells whether this account could
   * set it.
   *
   * @throws SQLException when the account may not set the variable, or the server is lost
   */
  void trySetting(Knob knob) throws SQLException {
    try {
      execute("SET GLOBAL " + knob.variable() + " = 'no number'");
    } catch (SQLException e) {
      if (e.getErrorCode() != WRONG_TYPE) {
        throw e;
      }
    }
  }

  /** The statement that gives a knob's variable a value. */
  static String sql(Knob knob, long value) {
    return "SET GLOBAL " + knob.variable() + " = " + value;
  }

  private ResultSet query(String sql) throws SQLException {
    sent++;
    selects += sql.startsWith("SELECT") ? 1 : 0;
    return statement.executeQuery(sql);
  }

  private void execute(String sql) throws SQLException {
    sent++;
    statement.execute(sql);
  }

  /** Says goodbye to the server. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      drop();
    }
  }

  /** Lets go of the connection without a word to the server, which may not listen. */
  void drop() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is given up either way, and there is nothing else to be freed.
      return;
    }
  }
}
