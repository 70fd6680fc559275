package dev.flyball.lab.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The five transactions of a wholesale supplier, after TPC-C, with what matters to a server kept:
 * which rows are read, locked and written in which order, and how often. Left out: customers found
 * by name, orders from other warehouses, think times. For all threads.
 *
 * <p>The tables are at a tenth of its scale so that they are filled in seconds: a warehouse has 10
 * districts, each with 300 customers and as many orders, of which the last 90 are not delivered;
 * and it stocks all of the 10,000 items.
 */
final class OrderTransactions {

  private static final int DISTRICTS = 10;
  private static final int CUSTOMERS = 300;
  private static final int ITEMS = 10_000;
  private static final int RECENT_ORDERS = 20;

  /** The statements, by the remarks before them. */
  private static final Map<String, String> SQL =
      Pattern.compile("(?m)^-- (.*)\n(\\w[^;]*);")
          .matcher(script("order-transactions.sql"))
          .results()
          .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));

  private final int warehouses;

  OrderTransactions(int warehouses) {
    this.warehouses = warehouses;
  }

  /** Makes the tables anew, with so many warehouses. */
  static void createTables(Statement statement, int warehouses) throws SQLException {
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
  private static List<String> statements(String name) {
    return Stream.of(script(name).replaceAll("(?m)^--.*\n", "").split(";", -1))
        .map(String::strip)
        .filter(sql -> !sql.isEmpty())
        .toList();
  }

  private static String script(String name) {
    try (InputStream in = OrderTransactions.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** One of the five, as often as each is due. */
  void any(Session session) throws SQLException {
    int share = session.draws().even(100);
    session.say("BEGIN");
    if (share <= 45) {
      newOrder(session);
    } else if (share <= 88) {
      payment(session);
    } else if (share <= 92) {
      orderStatus(session);
    } else if (share <= 96) {
      delivery(session);
    } else {
      stockLevel(session);
    }
    // One order of a hundred names an item that does not exist and is taken back.
    session.say(share <= 45 && session.draws().percent(1) ? "ROLLBACK" : "COMMIT");
  }

  private void newOrder(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    int lines = 4 + session.draws().even(11); // from 5 to 15
    session.query(sql("tax of warehouse"), warehouse);
    session.query(sql("discount of customer"), warehouse, district, customer);
    // With the district's next number its row is taken too, until the order is done.
    int order = session.number(sql("next order"), warehouse, district);
    session.change(sql("count order"), warehouse, district);
    session.change(sql("add order"), warehouse, district, order, customer, lines);
    session.change(sql("add new order"), warehouse, district, order);
    for (int line = 1; line <= lines; line++) {
      int item = session.draws().even(ITEMS);
      int quantity = session.draws().even(10);
      int price = session.number(sql("item"), item);
      int left = session.number(sql("stock"), warehouse, item) - quantity;
      session.change(
          sql("take from stock"), left >= 10 ? left : left + 91, quantity, warehouse, item);
      session.change(
          sql("add line"), warehouse, district, order, line, item, quantity, quantity * price);
    }
  }

  private void payment(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    int amount = session.draws().even(5_000);
    session.change(sql("pay warehouse"), amount, warehouse);
    session.query(sql("name of warehouse"), warehouse);
    session.change(sql("pay district"), amount, warehouse, district);
    session.query(sql("name of district"), warehouse, district);
    session.query(sql("paying customer"), warehouse, district, customer);
    session.change(sql("pay"), amount, amount, warehouse, district, customer);
    session.change(sql("remember payment"), warehouse, district, customer, amount);
  }

  private void orderStatus(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    session.query(sql("balance of customer"), warehouse, district, customer);
    int order = session.number(sql("last order"), warehouse, district, customer);
    session.query(sql("lines of order"), warehouse, district, order);
  }

  private void delivery(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int carrier = session.draws().even(10);
    for (int district = 1; district <= DISTRICTS; district++) {
      int order = session.number(sql("oldest new order"), warehouse, district);
      if (order != Session.NONE) {
        session.change(sql("deliver"), warehouse, district, order);
        int customer = session.number(sql("customer of order"), warehouse, district, order);
        session.change(sql("carry order"), carrier, warehouse, district, order);
        session.change(sql("deliver lines"), warehouse, district, order);
        int amount = session.number(sql("amount of order"), warehouse, district, order);
        session.change(sql("charge customer"), amount, warehouse, district, customer);
      }
    }
  }

  private void stockLevel(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int next = session.number(sql("last order number"), warehouse, district);
    int few = 9 + session.draws().even(11);
    session.query(sql("low stock"), warehouse, district, next - RECENT_ORDERS, next - 1, few);
  }

  private static String sql(String name) {
    return Objects.requireNonNull(SQL.get(name), name);
  }

  private int warehouse(Session session) {
    return session.draws().even(warehouses);
  }

  private static int district(Session session) {
    return session.draws().even(DISTRICTS);
  }

  private static int customer(Session session) {
    return session.draws().even(CUSTOMERS);
  }
}
