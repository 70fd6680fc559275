package dev.flyball.admission;

import java.util.Comparator;
import java.util.List;

/**
 * How many tasks a target's rule has turned away since the beginning, by kind, importance and
 * cause.
 *
 * @param rows one for each of them that occurred, the largest first; kinds beyond the first that
 *     fill a thousand rows are counted in rows without a kind
 * @param ruleFailures how often the rule threw an exception where it should have decided; the task
 *     was then let in
 */
public record ShedTotals(List<Row> rows, long ruleFailures) {

  /** No task was turned away. */
  public static final ShedTotals NONE = new ShedTotals(List.of(), 0);

  public ShedTotals {
    rows =
        rows.stream()
            .sorted(
                Comparator.comparingLong(Row::tasks)
                    .reversed()
                    .thenComparing(Row::kind)
                    .thenComparing(Row::importance)
                    .thenComparing(Row::cause))
            .toList();
  }

  /**
   * The tasks that were turned away for one cause.
   *
   * @param kind their kind; empty text where none was named
   * @param importance their class
   * @param cause why
   * @param tasks how many they are
   */
  public record Row(String kind, Importance importance, ShedCause cause, long tasks) {}

  /** All tasks that were turned away. */
  public long tasks() {
    return rows.stream().mapToLong(Row::tasks).sum();
  }

  /** Those that were turned away for this cause. */
  public long tasks(ShedCause cause) {
    return rows.stream().filter(row -> row.cause() == cause).mapToLong(Row::tasks).sum();
  }
}
