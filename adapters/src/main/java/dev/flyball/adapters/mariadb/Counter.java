package dev.flyball.adapters.mariadb;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A counter among the server's status variables that tells what an average statement is like.
 *
 * <p>A server may lack some of them. Of what a look at the server does itself, only a {@code
 * SELECT} is counted, and a {@link Snapshot} leaves it out.
 */
enum Counter {
  COM_SELECT("selects", true),
  COM_INSERT("inserts", true),
  COM_UPDATE("updates", true),
  COM_DELETE("deletes", true),
  COM_COMMIT("commits", true),
  ROWS_READ("rowsRead", true),
  HANDLER_WRITE("rowsWritten", true),
  HANDLER_UPDATE("rowsUpdated", true),
  HANDLER_DELETE("rowsDeleted", true),
  SORT_ROWS("rowsSorted", true),
  INNODB_BUFFER_POOL_READ_REQUESTS("pages", true),
  INNODB_BUFFER_POOL_READS("pagesFromDisk", false),
  INNODB_ROW_LOCK_WAITS("rowLockWaits", false),
  INNODB_DATA_FSYNCS("flushes", false);

  private final String figure;
  private final boolean demand;

  Counter(String figure, boolean demand) {
    this.figure = figure;
    this.demand = demand;
  }

  /** Its name as a figure of an average task. */
  String figure() {
    return figure;
  }

  /** Whether a statement asks for it, whatever the number of thread groups. */
  boolean isDemand() {
    return demand;
  }

  /** Whether so many demands are more than half of all, enough to compare statements by them. */
  static boolean areMost(int demands) {
    return 2L * demands > Arrays.stream(values()).filter(Counter::isDemand).count();
  }

  /** All of them as a list in SQL. */
  static String sqlNames() {
    return Arrays.stream(values())
        .map(counter -> "'" + counter.name() + "'")
        .collect(Collectors.joining(", "));
  }
}
