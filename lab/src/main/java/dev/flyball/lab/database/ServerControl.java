package dev.flyball.lab.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one connection by which a {@link DatabaseServer} is asked and told things: opened when it is
 * needed, and again after a failure. For one thread at a time.
 *
 * <p>Its statements go before those of the load in the thread pool's queues, or a question would
 * wait behind hundreds of clients.
 */
final class ServerControl implements AutoCloseable {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private final String url;
  private final String user;
  private final String password;
  private @Nullable Connection connection;

  ServerControl(String url, String user, String password) {
    this.url = url + "?connectTimeout=2000&socketTimeout=10000";
    this.user = user;
    this.password = password;
  }

  String variable(String name) throws SQLException {
    return said("SELECT @@GLOBAL." + checked(name));
  }

  void set(String variable, long value) throws SQLException {
    said("SET GLOBAL " + checked(variable) + " = " + value);
  }

  /** Ends the connection, whether the server still listens or not; the next question opens one. */
  @Override
  public void close() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // The server has ended the connection first.
      }
    }
  }

  /** Runs a statement; the first column of its first row as text, nothing where it has no rows. */
  private String said(String sql) throws SQLException {
    try (Statement statement = opened().createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      ResultSet rows = statement.getResultSet();
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "variable must be a name in small letters but was '" + name + "'");
    }
    return name;
  }

  private Connection opened() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = DriverManager.getConnection(url, user, password);
      try (Statement statement = open.createStatement()) {
        statement.execute("SET SESSION thread_pool_priority = 'high'");
      }
      connection = open;
    }
    return open;
  }
}
