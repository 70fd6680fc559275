package dev.flyball.lab.database;

import dev.flyball.lab.database.RowTransactions.RowDraws;

/**
 * The workload of a database's clients: which transactions they run.
 *
 * <p>The first five are statement for statement those of sysbench's scripts of the same names, on
 * the same tables; rows are drawn by {@link RowDraws}. {@link #NEW_ORDER} is a mix of the five
 * transactions of a wholesale supplier that TPC-C describes, simplified, with real statements.
 */
public enum Profile {
  /** One row by its id; each statement is its own transaction. */
  POINT_SELECT("oltp_point_select"),
  /** Ten rows by id, then four ranges of a hundred rows: plain, summed, sorted, distinct. */
  READ_ONLY("oltp_read_only"),
  /** What {@link #READ_ONLY} does, two updates, a deletion and an insertion. */
  READ_WRITE("oltp_read_write"),
  /** One row's column that no index has is changed; each statement is its own transaction. */
  UPDATE("oltp_update_non_index"),
  /** As {@link #UPDATE}, by all clients on the first table's first 25 rows: they wait in line. */
  HOT_UPDATE("oltp_update_non_index"),
  /** New orders (45 %), payments (43 %), order status, delivery and stock level (4 % each). */
  NEW_ORDER(""),
  /** TPC-C's transactions on tables of its scale, by a program of another; {@link GoTpcLoad}. */
  TPC_C("");

  /** How many rows {@link #HOT_UPDATE} is about. */
  static final int HOT_ROWS = 25;

  private final String script;

  Profile(String script) {
    this.script = script;
  }

  /** Whether it works on the tables of rows, and not on warehouses. */
  public boolean isOfRows() {
    return !script.isEmpty();
  }

  /** The script of sysbench that does the same; empty when it has none. */
  String sysbenchScript() {
    return script;
  }
}
