package dev.flyball.lab.database;

import dev.flyball.lab.database.Client.Session;
import java.sql.SQLException;

/**
 * The five transactions of a wholesale supplier on {@link OrderTables}, after TPC-C, with what
 * matters to a server kept: which rows are read, locked and written in which order, and how often.
 * Left out: customers found by name, orders from other warehouses, think times. For all threads.
 */
final class OrderTransactions {

  private static final int LINES_LEAST = 5;
  private static final int LINES_MORE = 11;
  private static final int RECENT_ORDERS = 20;

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
    session.query("SELECT w_tax FROM warehouse WHERE w_id = ?", warehouse);
    session.query(
        "SELECT c_discount, c_last, c_credit FROM customer"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        warehouse,
        district,
        customer);
    int order = orderNumber(session, warehouse, district);
    session.change(
        "INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt)"
            + " VALUES (?, ?, ?, ?, NOW(), ?)",
        warehouse,
        district,
        order,
        customer,
        lines);
    session.change("INSERT INTO new_order VALUES (?, ?, ?)", warehouse, district, order);
    for (int line = 1; line <= lines; line++) {
      orderLine(session, warehouse, district, order, line);
    }
    end(session);
  }

  /** Takes the district's next number, and with it the district's row until the order is done. */
  private static int orderNumber(Session session, int warehouse, int district) throws SQLException {
    int order =
        session.number(
            "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
            warehouse,
            district);
    session.change(
        "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?",
        warehouse,
        district);
    return order;
  }

  private static void orderLine(Session session, int warehouse, int district, int order, int line)
      throws SQLException {
    int item = session.draws().even(OrderTables.ITEMS);
    int quantity = session.draws().even(10);
    int price = session.number("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?", item);
    int stocked =
        session.number(
            "SELECT s_quantity, s_data, s_dist FROM stock WHERE s_w_id = ? AND s_i_id = ?"
                + " FOR UPDATE",
            warehouse,
            item);
    int left = stocked - quantity;
    session.change(
        "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1"
            + " WHERE s_w_id = ? AND s_i_id = ?",
        left >= 10 ? left : left + 91,
        quantity,
        warehouse,
        item);
    session.change(
        "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
        warehouse,
        district,
        order,
        line,
        item,
        quantity,
        quantity * price);
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
    session.change("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
    session.query("SELECT w_name FROM warehouse WHERE w_id = ?", warehouse);
    session.change(
        "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?",
        amount,
        warehouse,
        district);
    session.query("SELECT d_name FROM district WHERE d_w_id = ? AND d_id = ?", warehouse, district);
    session.query(
        "SELECT c_last, c_credit, c_balance, c_data FROM customer"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
        warehouse,
        district,
        customer);
    session.change(
        "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
            + " c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        amount,
        amount,
        warehouse,
        district,
        customer);
    session.change(
        "INSERT INTO history (h_w_id, h_d_id, h_c_id, h_amount, h_date)"
            + " VALUES (?, ?, ?, ?, NOW())",
        warehouse,
        district,
        customer,
        amount);
    session.commit();
  }

  private void orderStatus(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int customer = customer(session);
    session.query(
        "SELECT c_balance, c_last FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        warehouse,
        district,
        customer);
    int order =
        session.number(
            "SELECT o_id, o_carrier_id, o_entry_d FROM orders"
                + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1",
            warehouse,
            district,
            customer);
    session.query(
        "SELECT ol_i_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
        warehouse,
        district,
        order);
    session.commit();
  }

  private void delivery(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int carrier = session.draws().even(10);
    for (int district = 1; district <= OrderTables.DISTRICTS; district++) {
      int order =
          session.number(
              "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                  + " ORDER BY no_o_id LIMIT 1 FOR UPDATE",
              warehouse,
              district);
      if (order != Session.NONE) {
        deliver(session, warehouse, district, order, carrier);
      }
    }
    session.commit();
  }

  private static void deliver(Session session, int warehouse, int district, int order, int carrier)
      throws SQLException {
    session.change(
        "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?",
        warehouse,
        district,
        order);
    int customer =
        session.number(
            "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
            warehouse,
            district,
            order);
    session.change(
        "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
        carrier,
        warehouse,
        district,
        order);
    session.change(
        "UPDATE order_line SET ol_delivery_d = NOW()"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
        warehouse,
        district,
        order);
    int amount =
        session.number(
            "SELECT SUM(ol_amount) FROM order_line"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
            warehouse,
            district,
            order);
    session.change(
        "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        amount,
        warehouse,
        district,
        customer);
  }

  private void stockLevel(Session session) throws SQLException {
    int warehouse = warehouse(session);
    int district = district(session);
    int next =
        session.number(
            "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?", warehouse, district);
    session.query(
        "SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock"
            + " ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id BETWEEN ? AND ? AND s_quantity < ?",
        warehouse,
        district,
        next - RECENT_ORDERS,
        next - 1,
        9 + session.draws().even(11));
    session.commit();
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
