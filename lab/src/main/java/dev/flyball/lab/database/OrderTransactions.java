package dev.flyball.lab.database;

import dev.flyball.lab.database.Client.Session;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;

/**
 * The five transactions of a wholesale supplier on {@link OrderTables}, after TPC-C, with what
 * matters to a server kept: which rows are read, locked and written in which order, and how often.
 * Left out: customers found by name, orders from other warehouses, think times. For all threads.
 */
final class OrderTransactions {

  private static final int LINES_LEAST = 5;
  private static final int LINES_MORE = 11;
  private static final int RECENT_ORDERS = 20;

  private static final Map<String, String> SQL = OrderTables.named("order-transactions.sql");

  private final int warehouses;

  OrderTransactions(int warehouses) {
    this.warehouses = warehouses;
  }

  /** One of the five, as often as each is due. */
  void any(Session session) throws SQLException {
    int share = session.draws().even(100);
    session.begin();
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
  }

  private void newOrder(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    int lines = LINES_LEAST - 1 + session.draws().even(LINES_MORE);
    session.query(sql("tax of warehouse"), warehouse);
    session.query(sql("discount of customer"), warehouse, district, customer);
    int order = orderNumber(session, warehouse, district);
    session.change(sql("add order"), warehouse, district, order, customer, lines);
    session.change(sql("add new order"), warehouse, district, order);
    for (int line = 1; line <= lines; line++) {
      orderLine(session, warehouse, district, order, line);
    }
    end(session);
  }

  /** Takes the district's next number, and with it the district's row until the order is done. */
  private static int orderNumber(Session session, int warehouse, int district) throws SQLException {
    int order = session.number(sql("next order"), warehouse, district);
    session.change(sql("count order"), warehouse, district);
    return order;
  }

  private static void orderLine(Session session, int warehouse, int district, int order, int line)
      throws SQLException {
    int item = session.draws().even(OrderTables.ITEMS);
    int quantity = session.draws().even(10);
    int price = session.number(sql("item"), item);
    int stocked = session.number(sql("stock"), warehouse, item);
    int left = stocked - quantity;
    session.change(
        sql("take from stock"), left >= 10 ? left : left + 91, quantity, warehouse, item);
    session.change(
        sql("add line"), warehouse, district, order, line, item, quantity, quantity * price);
  }

  /** One order of a hundred names an item that does not exist and is taken back. */
  private static void end(Session session) throws SQLException {
    if (session.draws().percent(1)) {
      session.rollback();
    } else {
      session.commit();
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
    session.commit();
  }

  private void orderStatus(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    session.query(sql("balance of customer"), warehouse, district, customer);
    int order = session.number(sql("last order"), warehouse, district, customer);
    session.query(sql("lines of order"), warehouse, district, order);
    session.commit();
  }

  private void delivery(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int carrier = session.draws().even(10);
    for (int district = 1; district <= OrderTables.DISTRICTS; district++) {
      int order = session.number(sql("oldest new order"), warehouse, district);
      if (order != Session.NONE) {
        deliver(session, warehouse, district, order, carrier);
      }
    }
    session.commit();
  }

  private static void deliver(Session session, int warehouse, int district, int order, int carrier)
      throws SQLException {
    session.change(sql("deliver"), warehouse, district, order);
    int customer = session.number(sql("customer of order"), warehouse, district, order);
    session.change(sql("carry order"), carrier, warehouse, district, order);
    session.change(sql("deliver lines"), warehouse, district, order);
    int amount = session.number(sql("amount of order"), warehouse, district, order);
    session.change(sql("charge customer"), amount, warehouse, district, customer);
  }

  private void stockLevel(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int next = session.number(sql("last order number"), warehouse, district);
    session.query(
        sql("low stock"),
        warehouse,
        district,
        next - RECENT_ORDERS,
        next - 1,
        9 + session.draws().even(11));
    session.commit();
  }

  private static String sql(String name) {
    return Objects.requireNonNull(SQL.get(name), name);
  }

  private int warehouse(Session session) {
    return session.draws().even(warehouses);
  }

  private static int district(Session session) {
    return session.draws().even(OrderTables.DISTRICTS);
  }

  private static int customer(Session session) {
    return session.draws().even(OrderTables.CUSTOMERS);
  }
}
