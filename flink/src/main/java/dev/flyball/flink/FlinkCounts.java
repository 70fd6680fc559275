package dev.flyball.flink;

/**
 * Counts of a vertex, summed over its subtasks since they started.
 *
 * @param in records in
 * @param out records out
 * @param busyMillis time in work
 * @param blockedMillis time waiting for room behind it (back pressure)
 */
record FlinkCounts(double in, double out, double busyMillis, double blockedMillis) {

  FlinkCounts since(FlinkCounts earlier) {
    return new FlinkCounts(
        in - earlier.in,
        out - earlier.out,
        busyMillis - earlier.busyMillis,
        blockedMillis - earlier.blockedMillis);
  }

  boolean before(FlinkCounts later) {
    return in <= later.in && out <= later.out && busyMillis <= later.busyMillis;
  }
}
