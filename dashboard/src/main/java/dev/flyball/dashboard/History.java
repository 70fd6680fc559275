package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.expose.view.WindowFigures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The last minutes of a pool, so that a page that is opened late shows the past.
 *
 * <p>A ring of {@value #ROWS} rows, one each half a second at the most, so ten minutes: 82 kB,
 * however often the pool is looked at. A row is the mean of the windows that fell into it, each
 * weighted with its length.
 *
 * <p>Not thread-safe.
 */
final class History implements Json.Writable {

  /** How many rows there are. */
  static final int ROWS = 1200;

  /** How much time a row stands for, at the least. */
  static final long ROW_MILLIS = 500;

  /** A column: its name on the page, and what it holds. */
  private record Column(String name, ToDoubleFunction<WindowFigures> figure) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("workersTarget", WindowFigures::workersTarget),
          new Column("workersCurrent", WindowFigures::workersCurrent),
          new Column("busy", WindowFigures::busy),
          new Column("queued", WindowFigures::queued),
          new Column("arrivedPerSecond", WindowFigures::arrivedPerSecond),
          new Column("completedPerSecond", WindowFigures::completedPerSecond),
          new Column("shedPerSecond", WindowFigures::shedPerSecond),
          new Column("responseMillisP50", WindowFigures::responseMillisP50),
          new Column("responseMillisP95", WindowFigures::responseMillisP95),
          new Column("responseMillisP99", WindowFigures::responseMillisP99),
          new Column("deadTimeRatio", WindowFigures::deadTimeRatio),
          new Column("cpuShare", WindowFigures::cpuShare),
          new Column("blockedShare", WindowFigures::blockedShare),
          new Column("runQueueShare", WindowFigures::runQueueShare),
          new Column("workPerSecond", WindowFigures::workPerSecond));

  private final long[] timesMillis = new long[ROWS];
  private final float[] cells = new float[ROWS * COLUMNS.size()];
  private long rows;

  /** The row that is being filled: for each column the sum, and the seconds it is of. */
  private final double[] sums = new double[COLUMNS.size()];

  private final double[] seconds = new double[COLUMNS.size()];
  private long rowBeganMillis = Long.MIN_VALUE;

  /** Takes in one window that ended at that time. */
  void add(long atMillis, WindowFigures figures) {
    if (rowBeganMillis == Long.MIN_VALUE) {
      rowBeganMillis = atMillis;
    }
    for (int i = 0; i < COLUMNS.size(); i++) {
      double figure = COLUMNS.get(i).figure().applyAsDouble(figures);
      if (!Double.isNaN(figure)) {
        sums[i] += figure * figures.seconds();
        seconds[i] += figures.seconds();
      }
    }
    // A tick that comes a little early still ends the row, or every other row would be twice as
    // long.
    if (atMillis - rowBeganMillis >= 0.9 * ROW_MILLIS) {
      endRow(atMillis);
    }
  }

  private void endRow(long atMillis) {
    int row = (int) (rows % ROWS);
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

  /** How many rows are kept now. */
  int size() {
    return (int) Math.min(rows, ROWS);
  }

  /** The rows, oldest first, column by column. */
  @Override
  public void write(Json json) {
    json.open('{');
    json.name("timeMillis");
    json.open('[');
    for (long row = rows - size(); row < rows; row++) {
      json.separate();
      json.value(timesMillis[(int) (row % ROWS)]);
    }
    json.close(']');
    for (int column = 0; column < COLUMNS.size(); column++) {
      write(json, column);
    }
    json.close('}');
  }

  private void write(Json json, int column) {
    json.name(COLUMNS.get(column).name());
    json.open('[');
    for (long row = rows - size(); row < rows; row++) {
      json.separate();
      json.number(cells[(int) (row % ROWS) * COLUMNS.size() + column]);
    }
    json.close(']');
  }
}
