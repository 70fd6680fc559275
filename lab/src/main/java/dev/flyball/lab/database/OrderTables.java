package dev.flyball.lab.database;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of a wholesale supplier, after TPC-C, at a tenth of its scale so that they are filled
 * in seconds: a warehouse has 10 districts, each with 300 customers and as many orders, of which
 * the last 90 are not delivered; and it stocks all of the 10,000 items.
 */
final class OrderTables {

  static final int DISTRICTS = 10;
  static final int CUSTOMERS = 300;
  static final int ITEMS = 10_000;

  private static final int NEW_ORDERS = 90;
  private static final int LINES = 10;

  private static final List<String> NAMES =
      List.of(
          "warehouse",
          "district",
          "customer",
          "history",
          "item",
          "stock",
          "orders",
          "new_order",
          "order_line");

  private static final List<String> DEFINITIONS =
      List.of(
          """
          CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_name VARCHAR(10), w_tax INT,
            w_ytd DECIMAL(12, 2)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE district (d_w_id INT, d_id INT, d_name VARCHAR(10), d_tax INT,
            d_ytd DECIMAL(12, 2), d_next_o_id INT, PRIMARY KEY (d_w_id, d_id)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE customer (c_w_id INT, c_d_id INT, c_id INT, c_last VARCHAR(16),
            c_credit CHAR(2), c_discount INT, c_balance DECIMAL(12, 2),
            c_ytd_payment DECIMAL(12, 2), c_payment_cnt INT, c_delivery_cnt INT,
            c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE history (h_id BIGINT AUTO_INCREMENT PRIMARY KEY, h_w_id INT, h_d_id INT,
            h_c_id INT, h_amount INT, h_date DATETIME) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE item (i_id INT PRIMARY KEY, i_name VARCHAR(24), i_price INT,
            i_data VARCHAR(50)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE stock (s_w_id INT, s_i_id INT, s_quantity INT, s_ytd INT, s_order_cnt INT,
            s_dist CHAR(24), s_data VARCHAR(50), PRIMARY KEY (s_w_id, s_i_id)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE orders (o_w_id INT, o_d_id INT, o_id INT, o_c_id INT, o_entry_d DATETIME,
            o_carrier_id INT, o_ol_cnt INT, PRIMARY KEY (o_w_id, o_d_id, o_id),
            KEY o_customer (o_w_id, o_d_id, o_c_id, o_id)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE new_order (no_w_id INT, no_d_id INT, no_o_id INT,
            PRIMARY KEY (no_w_id, no_d_id, no_o_id)) ENGINE = InnoDB\
          """,
          """
          CREATE TABLE order_line (ol_w_id INT, ol_d_id INT, ol_o_id INT, ol_number INT,
            ol_i_id INT, ol_quantity INT, ol_amount INT, ol_delivery_d DATETIME,
            PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)) ENGINE = InnoDB\
          """);

  private OrderTables() {}

  static void create(Statement statement, int warehouses) throws SQLException {
    for (String name : NAMES) {
      statement.execute("DROP TABLE IF EXISTS " + name);
    }
    for (String definition : DEFINITIONS) {
      statement.execute(definition);
    }
    statement.execute(
        "INSERT INTO item SELECT seq, CONCAT('item ', seq), 1 + RAND() * 9999,"
            + " REPEAT(CHAR(97 + RAND() * 25), 40) FROM "
            + oneTo(ITEMS));
    for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
      for (String filling : fillings(warehouse)) {
        statement.execute(filling);
      }
    }
  }

  private static List<String> fillings(int warehouse) {
    String districts = oneTo(DISTRICTS) + " AS d";
    String customers = districts + " JOIN " + oneTo(CUSTOMERS) + " AS c";
    return List.of(
        "INSERT INTO warehouse VALUES (" + warehouse + ", 'flyball', RAND() * 20, 300000)",
        "INSERT INTO district SELECT "
            + warehouse
            + ", d.seq, 'district', RAND() * 20, 30000, "
            + (CUSTOMERS + 1)
            + " FROM "
            + districts,
        "INSERT INTO customer SELECT "
            + warehouse
            + ", d.seq, c.seq, CONCAT('name', c.seq MOD 100), IF(RAND() < 0.1, 'BC', 'GC'),"
            + " RAND() * 50, -10, 10, 1, 0, REPEAT(CHAR(97 + RAND() * 25), 400) FROM "
            + customers,
        "INSERT INTO stock SELECT "
            + warehouse
            + ", seq, 10 + RAND() * 90, 0, 0, REPEAT('s', 24), REPEAT(CHAR(97 + RAND() * 25), 40)"
            + " FROM "
            + oneTo(ITEMS),
        "INSERT INTO orders SELECT "
            + warehouse
            + ", d.seq, c.seq, 1 + (c.seq * 37) MOD "
            + CUSTOMERS
            + ", NOW(), 1 + RAND() * 9, "
            + LINES
            + " FROM "
            + customers,
        "INSERT INTO new_order SELECT "
            + warehouse
            + ", d.seq, c.seq FROM "
            + customers
            + " WHERE c.seq > "
            + (CUSTOMERS - NEW_ORDERS),
        "INSERT INTO order_line SELECT "
            + warehouse
            + ", d.seq, c.seq, l.seq, 1 + FLOOR(RAND() * "
            + ITEMS
            + "), 5, RAND() * 9999, NOW() FROM "
            + customers
            + " JOIN "
            + oneTo(LINES)
            + " AS l");
  }

  private static String oneTo(int last) {
    return "seq_1_to_" + last;
  }
}
