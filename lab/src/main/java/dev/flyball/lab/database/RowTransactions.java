package dev.flyball.lab.database;

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
}
