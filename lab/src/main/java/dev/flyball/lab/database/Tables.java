package dev.flyball.lab.database;

import dev.flyball.base.Require;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Collections;
import java.util.function.Consumer;

/**
 * The data that a load works on: {@code tables} tables of {@code rows} rows, with the columns and
 * names of sysbench's, so that its clients find theirs.
 *
 * <p>The server fills them itself out of a sequence: 100,000 rows take about a second, and hold the
 * same values each time. For {@link Profile#NEW_ORDER} and {@link Profile#TPC_C} there is a
 * warehouse for each table instead.
 *
 * @param tables how many tables, at least 1; so many warehouses for {@link Profile#NEW_ORDER}
 * @param rows how many rows in each, at least 100
 */
public record Tables(int tables, int rows) {

  private static final int BATCH_ROWS = 50_000;

  private static final String COLUMNS =
      " (id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER DEFAULT 0 NOT NULL,"
          + " c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL,"
          + " PRIMARY KEY (id)) ENGINE = InnoDB";

  public Tables {
    Require.between("tables", 1, 10_000, tables);
    Require.between("rows", 100, 100_000_000, rows);
  }

  /**
   * Makes the data that these profiles need, in place of what was there.
   *
   * @param says is told of each step
   */
  public void create(DatabaseServer server, Collection<Profile> profiles, Consumer<String> says) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_log_bin = 0, rand_seed1 = 1783, rand_seed2 = 1868");
      if (profiles.contains(Profile.NEW_ORDER)) {
        says.accept("filling " + tables + " warehouses");
        OrderTransactions.createTables(statement, tables);
      }
      if (profiles.contains(Profile.TPC_C)) {
        says.accept("filling " + tables + " warehouses of TPC-C, of 100 MB each");
        GoTpcLoad.prepare(server, tables);
      }
      if (profiles.stream().anyMatch(Profile::isOfRows)) {
        says.accept("filling " + tables + " tables with " + rows + " rows each");
        createRows(statement);
      }
    } catch (SQLException e) {
      throw new ServerFailedException("the tables cannot be made", e);
    }
  }

  private void createRows(Statement statement) throws SQLException {
    for (int table = 1; table <= tables; table++) {
      String name = "sbtest" + table;
      statement.execute("DROP TABLE IF EXISTS " + name);
      statement.execute("CREATE TABLE " + name + COLUMNS);
      for (int first = 1; first <= rows; first += BATCH_ROWS) {
        int last = (int) Math.min(rows, first + (long) BATCH_ROWS - 1);
        String drawn = "1 + FLOOR(RAND() * " + rows + "), " + groups(10) + ", " + groups(5);
        String sequence = "seq_" + first + "_to_" + last;
        statement.execute("INSERT INTO " + name + " SELECT seq, " + drawn + " FROM " + sequence);
      }
      statement.execute("CREATE INDEX k_" + table + " ON " + name + "(k)");
    }
  }

  private static String groups(int count) {
    String group = "LPAD(FLOOR(RAND() * 1e11), 11, '0')";
    return "CONCAT_WS('-', " + String.join(", ", Collections.nCopies(count, group)) + ")";
  }
}
