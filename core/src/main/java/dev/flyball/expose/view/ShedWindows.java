package dev.flyball.expose.view;

import dev.flyball.admission.ShedTotals;
import dev.flyball.expose.view.PoolView.ShedRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The tasks that a pool has turned away, in the windows of one viewer.
 *
 * <p>At most {@value #ROWS_MAX} rows are shown, since there may be a thousand kinds: those of which
 * most were turned away in the window, then those with the largest totals, in the order of their
 * totals. One more row has the sums of all others.
 *
 * <p>Not thread-safe.
 */
final class ShedWindows {

  static final int ROWS_MAX = 12;

  private static final Comparator<ShedRow> LATELY =
      Comparator.comparingDouble(ShedRow::perSecond)
          .thenComparingLong(ShedRow::tasks)
          .reversed()
          .thenComparing(ShedWindows::name);

  private static final Comparator<ShedRow> IN_ALL =
      Comparator.comparingLong(ShedRow::tasks).reversed().thenComparing(ShedWindows::name);

  private final Supplier<ShedTotals> totals;
  private Map<String, Long> before;
  private List<ShedRow> rows = List.of();

  /** Of a pool; the first window begins now. */
  ShedWindows(Supplier<ShedTotals> totals) {
    this.totals = totals;
    this.before = counted(totals.get());
  }

  private static Map<String, Long> counted(ShedTotals now) {
    Map<String, Long> counts = new HashMap<>();
    now.rows().forEach(row -> counts.put(name(row), row.tasks()));
    return counts;
  }

  /** A kind may hold any character; the words of the other two hold no colon. */
  private static String name(ShedTotals.Row row) {
    return row.importance().word() + ":" + row.cause().word() + ":" + row.kind();
  }

  private static String name(ShedRow row) {
    return row.importance() + ":" + row.cause() + ":" + row.kind();
  }

  /** Ends a window of that length, and begins the next. */
  void next(double seconds) {
    ShedTotals now = totals.get();
    List<ShedRow> all = new ArrayList<>();
    for (ShedTotals.Row row : now.rows()) {
      long lately = row.tasks() - before.getOrDefault(name(row), 0L);
      all.add(
          new ShedRow(
              row.kind(),
              row.importance().word(),
              row.cause().word(),
              row.tasks(),
              lately / seconds));
    }
    before = counted(now);
    all.sort(LATELY);
    int most = Math.min(ROWS_MAX, all.size());
    List<ShedRow> shown = new ArrayList<>(all.subList(0, most));
    shown.sort(IN_ALL);
    if (most < all.size()) {
      shown.add(others(all.subList(most, all.size())));
    }
    rows = List.copyOf(shown);
  }

  private static ShedRow others(List<ShedRow> left) {
    return new ShedRow(
        "",
        "",
        "",
        left.stream().mapToLong(ShedRow::tasks).sum(),
        left.stream().mapToDouble(ShedRow::perSecond).sum());
  }

  /** The rows of the last window; empty before its end, and where nothing was turned away. */
  List<ShedRow> rows() {
    return rows;
  }
}
