package dev.flyball.pool.base;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of the tasks that a rule has turned away.
 *
 * <p>Bounded: beyond so many rows, kinds are not told apart any more.
 *
 * <p>Safe for any number of threads.
 */
public final class ShedCounts {

  private static final int ROWS_MAX = 1000;

  private record Row(String kind, Importance importance, ShedCause cause) {}

  private final Map<Row, LongAdder> rows = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();
  private final LongAdder overloaded = new LongAdder();

  public void count(String kind, Importance importance, ShedCause cause) {
    all.increment();
    if (cause != ShedCause.FULL && cause != ShedCause.GONE) {
      overloaded.increment();
    }
    Row row = new Row(kind, importance, cause);
    LongAdder known = rows.get(row);
    if (known == null) {
      Row kept = rows.size() < ROWS_MAX ? row : new Row("", importance, cause);
      known = rows.computeIfAbsent(kept, unused -> new LongAdder());
    }
    known.increment();
  }

  /** How many there are. */
  public long sum() {
    return all.sum();
  }

  /**
   * How many of them were turned away since more comes than can be done in time: neither for want
   * of room, nor because the client has gone.
   */
  public long overloaded() {
    return overloaded.sum();
  }

  /** The counts as they are now. */
  public ShedTotals totals(long ruleFailures) {
    List<ShedTotals.Row> now = new ArrayList<>();
    rows.forEach((row, tasks) ->
        now.add(new ShedTotals.Row(row.kind, row.importance, row.cause, tasks.sum())));
    return new ShedTotals(now, ruleFailures);
  }
}
