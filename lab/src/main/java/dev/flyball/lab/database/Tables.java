package dev.flyball.lab.database;

import dev.flyball.base.Require;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * The data that a load works on: {@code tables} tables of {@code rows} rows, with the columns and
 * names of sysbench's, so that its clients find theirs.
 *
 * <p>The server fills them itself out of a sequence: 100,000 rows take about a second, and hold the
 * same values each time. For {@link Profile#NEW_ORDER} there is a warehouse for each table instead.
 *
 * @param tables how many tables, at least 1; so many warehouses for {@link Profile#NEW_ORDER}
 * @param rows how many rows in each, at least 100
 */
public record Tables(int tables, int rows) {

  private static final int BATCH_ROWS = 50_000;

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
        OrderTables.create(statement, tables);
      }
      if (profiles.stream().anyMatch(profile -> profile != Profile.NEW_ORDER)) {
        says.accept("filling " + tables + " tables with " + rows + " rows each");
        createRows(statement);
      }
    } catch (SQLException e) {
      throw new ServerFailedException("the tables cannot be made", e);
    }
  }

  private void createRows(Statement statement) throws SQLException {
    for (int table = 1; table <= tables; table++) {
      for (String sql : definition("sbtest" + table)) {
        statement.execute(sql);
      }
      for (int first = 1; first <= rows; first += BATCH_ROWS) {
        int last = (int) Math.min(rows, first + (long) BATCH_ROWS - 1);
        statement.execute(filling("sbtest" + table, first, last));
      }
      statement.execute("CREATE INDEX k_" + table + " ON sbtest" + table + "(k)");
    }
  }

  private static List<String> definition(String name) {
    return List.of(
        "DROP TABLE IF EXISTS " + name,
        "CREATE TABLE "
            + name
            + " (id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER DEFAULT 0 NOT NULL,"
            + " c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL,"
            + " PRIMARY KEY (id)) ENGINE = InnoDB");
  }

  private String filling(String name, int first, int last) {
    return "INSERT INTO "
        + name
        + " SELECT seq, 1 + FLOOR(RAND() * "
        + rows
        + "), CONCAT_WS('-', "
        + groups(10)
        + "), CONCAT_WS('-', "
        + groups(5)
        + ") FROM seq_"
        + first
        + "_to_"
        + last;
  }

  private static String groups(int count) {
    String group = "LPAD(FLOOR(RAND() * 1e11), 11, '0')";
    return String.join(", ", Collections.nCopies(count, group));
  }
}
