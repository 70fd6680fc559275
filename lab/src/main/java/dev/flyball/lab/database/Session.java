package dev.flyball.lab.database;

import dev.flyball.lab.database.RowTransactions.RowDraws;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * One client's connection, with the statements it has prepared and the count of those it sent.
 *
 * <p>Every statement is prepared on the server when it is first used, and only executed from then
 * on. Rows are taken from the wire and not looked at, as a load generator needs no values. For one
 * thread.
 */
final class Session {

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

  /** Begins a transaction or ends it, by {@code BEGIN}, {@code COMMIT} or {@code ROLLBACK}. */
  void say(String sql) throws SQLException {
    questions++;
    plain.execute(sql);
  }

  /** Runs a query and takes all its rows. */
  void query(String sql, Object... values) throws SQLException {
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      while (rows.next()) {
        // It is not looked at.
      }
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

  private PreparedStatement bound(String sql, Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Integer number) {
        statement.setInt(i + 1, number);
      } else {
        statement.setString(i + 1, values[i].toString());
      }
    }
    questions++;
    return statement;
  }
}
