package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.expose.view.PoolView;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The past of a pool, finer the younger: two minutes in rows of half a second, eleven minutes in
 * rows of two seconds, and two hours in rows of ten seconds.
 *
 * <p>A ring of rows for each of the three, {@value #ROWS} in all: 99 kB, however often the pool is
 * looked at. A row is the mean of the windows that fell into it, each weighted with its length. Two
 * hours are kept so that the last hour can be compared with the hour before.
 *
 * <p>Not thread-safe.
 */
final class History {

  /** How many rows there are of all lengths together. */
  static final int ROWS = 240 + 330 + 732;

  private static final long EARLY_MILLIS = 50;

  /** A column: its name on the page, and what it holds. */
  private record Column(String name, ToDoubleFunction<PoolView> figure) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("workersTarget", view -> view.figures().workersTarget()),
          new Column("workersCurrent", view -> view.figures().workersCurrent()),
          new Column("limitMax", History::limitMax),
          new Column("busy", view -> view.figures().busy()),
          new Column("queued", view -> view.figures().queued()),
          new Column("queueCapacity", History::queueCapacity),
          new Column("arrivedPerSecond", view -> view.figures().arrivedPerSecond()),
          new Column("completedPerSecond", view -> view.figures().completedPerSecond()),
          new Column("shedPerSecond", view -> view.figures().shedPerSecond()),
          new Column("responseMillisP50", view -> view.figures().responseMillisP50()),
          new Column("responseMillisP95", view -> view.figures().responseMillisP95()),
          new Column("responseMillisP99", view -> view.figures().responseMillisP99()),
          new Column("deadTimeRatio", view -> view.figures().deadTimeRatio()),
          new Column("cpuShare", view -> view.figures().cpuShare()),
          new Column("blockedShare", view -> view.figures().blockedShare()),
          new Column("runQueueShare", view -> view.figures().runQueueShare()),
          new Column("workPerSecond", view -> view.figures().workPerSecond()));

  /** The finest first. */
  private final List<Ring> rings =
      List.of(new Ring(240, 500), new Ring(330, 2000), new Ring(732, 10_000));

  /** No line is drawn where the size has no upper limit. */
  private static double limitMax(PoolView view) {
    int max = view.steering().limitMax();
    return max == 0 || max == Integer.MAX_VALUE ? Double.NaN : max;
  }

  /** Nor where any number of tasks may wait. */
  private static double queueCapacity(PoolView view) {
    double most = view.figures().queueCapacity();
    return most >= Integer.MAX_VALUE ? Double.NaN : most;
  }

  /** Takes in one window that ended at that time. */
  void add(long atMillis, PoolView view) {
    for (Ring ring : rings) {
      ring.add(atMillis, view);
    }
  }

  /**
   * The rows from one time to another, both included, column by column: the finest that reach as
   * far back, or else those that reach furthest.
   */
  Json.Writable between(long fromMillis, long untilMillis) {
    for (Ring ring : rings) {
      if (ring.reaches(fromMillis)) {
        return ring.between(fromMillis, untilMillis);
      }
    }
    return rings.get(rings.size() - 1).between(fromMillis, untilMillis);
  }

  /** Rows of one length; the oldest is replaced when there is no room. */
  private static final class Ring {

    private final int rowsMax;
    private final long rowMillis;
    private final long[] timesMillis;
    private final float[] cells;
    private long rows;

    /** The row that is being filled: for each column the sum, and the seconds it is of. */
    private final double[] sums = new double[COLUMNS.size()];

    private final double[] seconds = new double[COLUMNS.size()];
    private long rowBeganMillis = Long.MIN_VALUE;

    Ring(int rowsMax, long rowMillis) {
      this.rowsMax = rowsMax;
      this.rowMillis = rowMillis;
      this.timesMillis = new long[rowsMax];
      this.cells = new float[rowsMax * COLUMNS.size()];
    }

    void add(long atMillis, PoolView view) {
      if (rowBeganMillis == Long.MIN_VALUE) {
        rowBeganMillis = atMillis;
      }
      double weight = view.figures().seconds();
      for (int i = 0; i < COLUMNS.size(); i++) {
        double figure = COLUMNS.get(i).figure().applyAsDouble(view);
        if (!Double.isNaN(figure)) {
          sums[i] += figure * weight;
          seconds[i] += weight;
        }
      }
      // A tick that comes a little early still ends the row, or every other row would be twice as
      // long.
      if (atMillis - rowBeganMillis >= rowMillis - EARLY_MILLIS) {
        endRow(atMillis);
      }
    }

    private void endRow(long atMillis) {
      int row = place(rows);
      timesMillis[row] = atMillis;
      for (int i = 0; i < COLUMNS.size(); i++) {
        cells[row * COLUMNS.size() + i] =
            seconds[i] == 0 ? Float.NaN : (float) (sums[i] / seconds[i]);
        sums[i] = 0;
        seconds[i] = 0;
      }
      rows++;
      rowBeganMillis = atMillis;
    }

    private int place(long row) {
      return (int) (row % rowsMax);
    }

    private long oldest() {
      return Math.max(0, rows - rowsMax);
    }

    /** Whether nothing since that time was replaced. */
    boolean reaches(long fromMillis) {
      return oldest() == 0 || timesMillis[place(oldest())] <= fromMillis;
    }

    Json.Writable between(long fromMillis, long untilMillis) {
      long first = oldest();
      while (first < rows && timesMillis[place(first)] < fromMillis) {
        first++;
      }
      long end = rows;
      while (end > first && timesMillis[place(end - 1)] > untilMillis) {
        end--;
      }
      long from = first;
      long to = end;
      return json -> write(json, from, to);
    }

    private void write(Json json, long from, long to) {
      json.open('{');
      json.field("rowMillis", rowMillis);
      json.name("timeMillis");
      json.open('[');
      for (long row = from; row < to; row++) {
        json.separate();
        json.value(timesMillis[place(row)]);
      }
      json.close(']');
      for (int column = 0; column < COLUMNS.size(); column++) {
        json.name(COLUMNS.get(column).name());
        json.open('[');
        for (long row = from; row < to; row++) {
          json.separate();
          json.number(cells[place(row) * COLUMNS.size() + column]);
        }
        json.close(']');
      }
      json.close('}');
    }
  }
}
