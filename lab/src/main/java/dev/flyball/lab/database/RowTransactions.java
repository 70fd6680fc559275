package dev.flyball.lab.database;

import dev.flyball.base.Dice;
import dev.flyball.lab.database.Client.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The transactions on {@link Tables} of plain rows: sysbench's statements in sysbench's order. For
 * all threads.
 */
final class RowTransactions {

  private static final int POINT_SELECTS = 10;
  private static final int RANGE = 100;

  private final Tables tables;
  private final List<String> pointSelect;
  private final List<String> range;
  private final List<String> sum;
  private final List<String> sorted;
  private final List<String> distinct;
  private final List<String> indexed;
  private final List<String> unindexed;
  private final List<String> delete;
  private final List<String> insert;

  RowTransactions(Tables tables) {
    this.tables = tables;
    pointSelect = on("SELECT c FROM # WHERE id=?");
    range = on("SELECT c FROM # WHERE id BETWEEN ? AND ?");
    sum = on("SELECT SUM(k) FROM # WHERE id BETWEEN ? AND ?");
    sorted = on("SELECT c FROM # WHERE id BETWEEN ? AND ? ORDER BY c");
    distinct = on("SELECT DISTINCT c FROM # WHERE id BETWEEN ? AND ? ORDER BY c");
    indexed = on("UPDATE # SET k=k+1 WHERE id=?");
    unindexed = on("UPDATE # SET c=? WHERE id=?");
    delete = on("DELETE FROM # WHERE id=?");
    insert = on("INSERT INTO # (id, k, c, pad) VALUES (?, ?, ?, ?)");
  }

  void pointSelect(Session session) throws SQLException {
    session.query(any(pointSelect, session), row(session));
  }

  void readOnly(Session session) throws SQLException {
    session.begin();
    reads(session);
    session.commit();
  }

  void readWrite(Session session) throws SQLException {
    session.begin();
    reads(session);
    session.change(any(indexed, session), row(session));
    update(session);
    replace(session);
    session.commit();
  }

  void update(Session session) throws SQLException {
    session.change(any(unindexed, session), session.draws().value(), row(session));
  }

  void hotUpdate(Session session) throws SQLException {
    int row = session.draws().even(Math.min(Profile.HOT_ROWS, tables.rows()));
    session.change(unindexed.get(0), session.draws().value(), row);
  }

  private void reads(Session session) throws SQLException {
    for (int i = 0; i < POINT_SELECTS; i++) {
      pointSelect(session);
    }
    for (List<String> query : List.of(range, sum, sorted, distinct)) {
      int first = row(session);
      session.query(any(query, session), first, first + RANGE - 1);
    }
  }

  private void replace(Session session) throws SQLException {
    int table = session.draws().even(tables.tables()) - 1;
    int row = row(session);
    session.change(delete.get(table), row);
    RowDraws draws = session.draws();
    session.change(insert.get(table), row, row(session), draws.value(), draws.pad());
  }

  private int row(Session session) {
    return session.draws().row(tables.rows());
  }

  private static String any(List<String> perTable, Session session) {
    return perTable.get(session.draws().even(perTable.size()) - 1);
  }

  private List<String> on(String sql) {
    return IntStream.rangeClosed(1, tables.tables())
        .mapToObj(table -> sql.replace("#", "sbtest" + table))
        .toList();
  }

  /**
   * Draws of row ids and values as sysbench makes them by default, so that both load generators ask
   * for the same: some rows are asked for far more often than others.
   *
   * <p>Three draws of four fall evenly on the hundredth of the rows in the middle of the table; the
   * fourth is the mean of twelve even draws, a bell around the middle. For one thread.
   */
  static final class RowDraws {

    private static final double IN_THE_MIDDLE = 0.75;
    private static final int MIDDLE_PERCENT = 1;
    private static final int BELL_DRAWS = 12;

    private static final int GROUP_DIGITS = 11;
    private static final int VALUE_GROUPS = 10;
    private static final int PAD_GROUPS = 5;

    private final Dice dice;

    RowDraws(Dice dice) {
      this.dice = dice;
    }

    /** An id from 1 to {@code rows}, more often one in the middle. */
    int row(int rows) {
      return dice.nextDouble() < IN_THE_MIDDLE ? nearMiddle(rows) : ofBell(rows);
    }

    /** A whole number from 1 to {@code count}, all as likely. */
    int even(int count) {
      return 1 + dice.below(count);
    }

    /** True in so many of a hundred cases. */
    boolean percent(int share) {
      return dice.below(100) < share;
    }

    /** What the column {@code c} holds: ten groups of eleven digits. */
    String value() {
      return digits(VALUE_GROUPS);
    }

    /** What the column {@code pad} holds: five groups of eleven digits. */
    String pad() {
      return digits(PAD_GROUPS);
    }

    private int nearMiddle(int rows) {
      int width = Math.max(1, rows * MIDDLE_PERCENT / 100);
      return 1 + (rows - width) / 2 + dice.below(width);
    }

    private int ofBell(int rows) {
      double sum = 0;
      for (int i = 0; i < BELL_DRAWS; i++) {
        sum += dice.nextDouble();
      }
      return 1 + (int) (sum / BELL_DRAWS * rows);
    }

    private String digits(int groups) {
      char[] text = new char[groups * (GROUP_DIGITS + 1) - 1];
      for (int group = 0; group < groups; group++) {
        int start = group * (GROUP_DIGITS + 1);
        long left = dice.nextLong() >>> 1;
        for (int i = start; i < start + GROUP_DIGITS; i++) {
          text[i] = (char) ('0' + left % 10);
          left /= 10;
        }
        if (group > 0) {
          text[start - 1] = '-';
        }
      }
      return new String(text);
    }
  }
}
