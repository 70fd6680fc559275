package dev.flyball.lab.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of a wholesale supplier, after TPC-C, at a tenth of its scale so that they are filled
 * in seconds: a warehouse has 10 districts, each with 300 customers and as many orders, of which
 * the last 90 are not delivered; and it stocks all of the 10,000 items.
 */
final class OrderTables {

  static final int DISTRICTS = 10;
  static final int CUSTOMERS = 300;
  static final int ITEMS = 10_000;

  private OrderTables() {}

  /** Makes the tables anew, with so many warehouses. */
  static void create(Statement statement, int warehouses) throws SQLException {
    for (String sql : statements("orders.sql")) {
      statement.execute(sql);
    }
    for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
      for (String sql : statements("warehouse.sql")) {
        statement.execute(sql.replace("?", String.valueOf(warehouse)));
      }
    }
  }

  /** The statements of a script beside this class; lines that begin with -- are remarks. */
  private static List<String> statements(String script) {
    String code =
        text(script)
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"));
    return Stream.of(code.split(";", -1)).map(String::strip).filter(sql -> !sql.isEmpty()).toList();
  }

  /** The statements of a script, by the remarks before them. */
  static Map<String, String> named(String script) {
    Map<String, String> named = new HashMap<>();
    for (String part : text(script).split("(?m)^-- ", -1)) {
      int end = part.indexOf(';');
      if (end > 0) {
        int line = part.indexOf('\n');
        named.put(part.substring(0, line).strip(), part.substring(line, end).strip());
      }
    }
    return named;
  }

  private static String text(String script) {
    try (InputStream in = OrderTables.class.getResourceAsStream(script)) {
      return new String(Objects.requireNonNull(in, script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(script, e);
    }
  }
}
