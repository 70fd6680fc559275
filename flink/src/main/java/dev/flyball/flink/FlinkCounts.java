package dev.flyball.flink;

/**
 * Counts of a vertex, summed over its subtasks since they started.
 *
 * @param in records in
 * @param out records out
 * @param busyMillis time in work
 * @param blockedMillis time waiting for room behind it (back pressure)
 * @param idleMillis time waiting for records
 */
record FlinkCounts(
    double in, double out, double busyMillis, double blockedMillis, double idleMillis) {

  FlinkCounts since(FlinkCounts earlier) {
    return new FlinkCounts(
        in - earlier.in,
        out - earlier.out,
        busyMillis - earlier.busyMillis,
        blockedMillis - earlier.blockedMillis,
        idleMillis - earlier.idleMillis);
  }

  /**
   * All time of all subtasks. The cluster fetches counts when it likes, so their own time is what
   * they are divided by, not that between two requests.
   */
  double millis() {
    return busyMillis + blockedMillis + idleMillis;
  }

  /**
   * Whether these may be counts of the same run as later ones. Times do not tell: a task books the
   * time in which it was idle or blocked every 5 s, and calls it busy until then.
   */
  boolean before(FlinkCounts later) {
    return in <= later.in && out <= later.out;
  }
}
