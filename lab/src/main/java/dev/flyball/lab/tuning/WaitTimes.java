package dev.flyball.lab.tuning;

import dev.flyball.base.Require;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long a server's threads waited in the middle of statements, by cause: the time between the
 * pool's {@code wait_begin} and {@code wait_end}, as far as the server's performance schema tells.
 *
 * <p>Counted are reads and flushes of files, waits for locks of metadata, and waits for a condition
 * (a group commit), all of threads that work for clients. Row locks have no event there: of them
 * there is a number and a sum, and no distribution. Mutexes and short writes into the page cache
 * are left out, for the pool is not told of them either.
 *
 * @param seconds how long it was looked at
 * @param transactions those of that time
 * @param causes the causes by name
 */
public record WaitTimes(double seconds, double transactions, SortedMap<String, Durations> causes) {

  private static final String ROW_LOCKS = "row locks";

  private static final List<String> SWITCHED_ON =
      List.of(
          "UPDATE performance_schema.setup_instruments SET ENABLED = 'NO'"
              + " WHERE NAME = 'idle' OR NAME LIKE 'wait/%'",
          "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'"
              + " WHERE NAME LIKE 'wait/io/file/innodb/%' OR NAME LIKE 'wait/io/file/sql/binlog%'"
              + " OR NAME LIKE 'wait/synch/cond/%' OR NAME LIKE 'wait/lock/metadata/%'",
          "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'"
              + " WHERE NAME LIKE 'events_waits%'");

  private static final String FORGET = "TRUNCATE performance_schema.events_waits_history_long";

  private static final String EVENTS =
      "SELECT CONCAT(EVENT_NAME, ' ', COALESCE(OPERATION, '')),"
          + " FLOOR(LOG2(GREATEST(1, TIMER_WAIT / 1e6))), COUNT(*), SUM(TIMER_WAIT) / 1e9"
          + " FROM performance_schema.events_waits_history_long"
          + " JOIN performance_schema.threads USING (THREAD_ID)"
          + " WHERE TYPE = 'FOREGROUND' AND PROCESSLIST_ID <> CONNECTION_ID()"
          + " AND TIMER_WAIT IS NOT NULL"
          + " AND (EVENT_NAME NOT LIKE 'wait/io/file/%' OR OPERATION IN ('sync', 'read'))"
          + " GROUP BY 1, 2";

  private static final String ROW_LOCK_COUNTERS =
      "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN"
          + " ('INNODB_ROW_LOCK_TIME', 'INNODB_ROW_LOCK_WAITS') ORDER BY VARIABLE_NAME";

  public WaitTimes {
    Require.above("seconds", 0, seconds);
    causes = Collections.unmodifiableSortedMap(new TreeMap<>(causes));
  }

  /**
   * Looks at a server under load for so long, second by second.
   *
   * @param server started {@linkplain ServerSettings#timingWaits() so that it times waits}
   * @throws InterruptedException when the thread is interrupted meanwhile
   * @throws IllegalStateException if the server refuses what is asked, or has none of it
   */
  public static WaitTimes measure(
      DatabaseServer server, LoadedServer loaded, long seconds, Watcher watcher)
      throws InterruptedException {
    try (Connection connection = server.connect();
        Statement asked = connection.createStatement()) {
      for (String sql : SWITCHED_ON) {
        asked.execute(sql);
      }
      watcher.onSecond(loaded.next(), List.of());
      asked.execute(FORGET);
      long[] lockedBefore = rowLocks(asked);
      SortedMap<String, Durations> causes = new TreeMap<>();
      double length = 0;
      double transactions = 0;
      while (length < seconds - 0.5) {
        ServerSecond second = loaded.next();
        watcher.onSecond(second, List.of());
        length += second.seconds();
        transactions += second.transactions();
        add(asked, causes);
      }
      long[] locked = rowLocks(asked);
      long waits = locked[1] - lockedBefore[1];
      if (waits > 0) {
        causes.put(ROW_LOCKS, new Durations(waits, locked[0] - lockedBefore[0], new TreeMap<>()));
      }
      return new WaitTimes(length, transactions, causes);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the server does not tell how long its threads wait: " + e.getMessage(), e);
    }
  }

  /** What has happened since the last time. Little is lost between the two statements. */
  private static void add(Statement asked, SortedMap<String, Durations> causes)
      throws SQLException {
    try (ResultSet rows = asked.executeQuery(EVENTS)) {
      while (rows.next()) {
        SortedMap<Integer, Long> counted = new TreeMap<>();
        counted.put(rows.getInt(2), rows.getLong(3));
        causes.merge(
            cause(rows.getString(1)),
            new Durations(rows.getLong(3), rows.getDouble(4), counted),
            Durations::plus);
      }
    }
    asked.execute(FORGET);
  }

  private static long[] rowLocks(Statement asked) throws SQLException {
    long[] timeAndWaits = new long[2];
    try (ResultSet rows = asked.executeQuery(ROW_LOCK_COUNTERS)) {
      for (int i = 0; i < timeAndWaits.length && rows.next(); i++) {
        timeAndWaits[i] = rows.getLong(1);
      }
    }
    return timeAndWaits;
  }

  /** The last part of an event's name, as in {@code innodb_log_file sync}. */
  private static String cause(String event) {
    return event.substring(event.lastIndexOf('/') + 1).strip();
  }

  /** All causes together. */
  public Durations all() {
    return causes.values().stream().reduce(Durations.NONE, Durations::plus);
  }

  /**
   * The durations of many waits.
   *
   * @param waits how many there were
   * @param millis how long they were together
   * @param byPower how many had a duration from 2^n to 2^(n + 1) microseconds, by n; below one
   *     microsecond counts as n = 0. Nothing where only the sum is known
   */
  public record Durations(long waits, double millis, SortedMap<Integer, Long> byPower) {

    static final Durations NONE = new Durations(0, 0, new TreeMap<>());

    public Durations {
      byPower = Collections.unmodifiableSortedMap(new TreeMap<>(byPower));
    }

    Durations plus(Durations other) {
      SortedMap<Integer, Long> both = new TreeMap<>(byPower);
      other.byPower.forEach((power, count) -> both.merge(power, count, Long::sum));
      return new Durations(waits + other.waits, millis + other.millis, both);
    }

    /** The mean, in milliseconds; NaN where there was none. */
    public double meanMillis() {
      return waits == 0 ? Double.NaN : millis / waits;
    }

    /**
     * The duration below which a share of them lies, in milliseconds: on a line between the two
     * ends of the power of two in which it falls. NaN where the distribution is not known.
     */
    public double quantileMillis(double share) {
      double wanted = Require.between("share", 0.0, 1.0, share) * counted();
      double below = 0;
      for (var bucket : byPower.entrySet()) {
        if (below + bucket.getValue() >= wanted && bucket.getValue() > 0) {
          double way = Math.max(0, (wanted - below) / bucket.getValue());
          return Math.pow(2, bucket.getKey()) * (1 + way) / 1e3;
        }
        below += bucket.getValue();
      }
      return Double.NaN;
    }

    /** The number of those whose distribution is known. */
    public long counted() {
      return byPower.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
