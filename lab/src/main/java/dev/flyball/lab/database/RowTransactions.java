package dev.flyball.lab.database;

import dev.flyball.base.Dice;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The transactions on {@link Tables} of plain rows: sysbench's statements in sysbench's order. For
 * all threads.
 */
final class RowTransactions {

  private static final int POINT_SELECTS = 10;
  private static final int RANGE = 100;

  private static final String POINT_SELECT = "SELECT c FROM # WHERE id=?";
  private static final List<String> RANGES =
      List.of(
          "SELECT c FROM # WHERE id BETWEEN ? AND ?",
          "SELECT SUM(k) FROM # WHERE id BETWEEN ? AND ?",
          "SELECT c FROM # WHERE id BETWEEN ? AND ? ORDER BY c",
          "SELECT DISTINCT c FROM # WHERE id BETWEEN ? AND ? ORDER BY c");
  private static final String UPDATE_INDEXED = "UPDATE # SET k=k+1 WHERE id=?";
  private static final String UPDATE = "UPDATE # SET c=? WHERE id=?";
  private static final String DELETE = "DELETE FROM # WHERE id=?";
  private static final String INSERT = "INSERT INTO # (id, k, c, pad) VALUES (?, ?, ?, ?)";

  private final Tables tables;

  /** The statements on each of the tables, by the statement on any. */
  private final Map<String, List<String>> onEach;

  RowTransactions(Tables tables) {
    this.tables = tables;
    onEach =
        Stream.concat(
                Stream.of(POINT_SELECT, UPDATE_INDEXED, UPDATE, DELETE, INSERT), RANGES.stream())
            .collect(Collectors.toMap(Function.identity(), this::onEach));
  }

  void pointSelect(Session session) throws SQLException {
    session.query(on(table(session), POINT_SELECT), row(session));
  }

  void readOnly(Session session) throws SQLException {
    session.say("BEGIN");
    reads(session);
    session.say("COMMIT");
  }

  void readWrite(Session session) throws SQLException {
    session.say("BEGIN");
    reads(session);
    session.change(on(table(session), UPDATE_INDEXED), row(session));
    update(session);
    int table = table(session);
    int row = row(session);
    session.change(on(table, DELETE), row);
    RowDraws draws = session.draws();
    session.change(on(table, INSERT), row, row(session), draws.value(), draws.pad());
    session.say("COMMIT");
  }

  void update(Session session) throws SQLException {
    session.change(on(table(session), UPDATE), session.draws().value(), row(session));
  }

  void hotUpdate(Session session) throws SQLException {
    int row = session.draws().even(Math.min(Profile.HOT_ROWS, tables.rows()));
    session.change(on(1, UPDATE), session.draws().value(), row);
  }

  private void reads(Session session) throws SQLException {
    for (int i = 0; i < POINT_SELECTS; i++) {
      pointSelect(session);
    }
    for (String query : RANGES) {
      int first = row(session);
      session.query(on(table(session), query), first, first + RANGE - 1);
    }
  }

  private int table(Session session) {
    return session.draws().even(tables.tables());
  }

  private int row(Session session) {
    return session.draws().row(tables.rows());
  }

  private String on(int table, String sql) {
    return Objects.requireNonNull(onEach.get(sql)).get(table - 1);
  }

  private List<String> onEach(String sql) {
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

    private final Dice dice;

    RowDraws(Dice dice) {
      this.dice = dice;
    }

    /** An id from 1 to {@code rows}, more often one in the middle. */
    int row(int rows) {
      if (dice.nextDouble() < IN_THE_MIDDLE) {
        int width = Math.max(1, rows * MIDDLE_PERCENT / 100);
        return 1 + (rows - width) / 2 + dice.below(width);
      }
      double sum = 0;
      for (int i = 0; i < BELL_DRAWS; i++) {
        sum += dice.nextDouble();
      }
      return 1 + (int) (sum / BELL_DRAWS * rows);
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
      return digits(10);
    }

    /** What the column {@code pad} holds: five groups of eleven digits. */
    String pad() {
      return digits(5);
    }

    private String digits(int groups) {
      StringBuilder text = new StringBuilder();
      for (int group = 0; group < groups; group++) {
        text.append(group == 0 ? "" : "-");
        long left = dice.nextLong() >>> 1;
        for (int digit = 0; digit < GROUP_DIGITS; digit++) {
          text.append((char) ('0' + left % 10));
          left /= 10;
        }
      }
      return text.toString();
    }
  }
}
