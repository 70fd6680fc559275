package dev.flyball.lab.report.chart;

import dev.flyball.base.Require;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.Drawing.Anchor;
import dev.flyball.lab.report.chart.Drawing.Curve;
import dev.flyball.lab.report.chart.Drawing.Dot;
import dev.flyball.lab.report.chart.Drawing.Ink;
import dev.flyball.lab.report.chart.Drawing.Line;
import dev.flyball.lab.report.chart.Drawing.Mark;
import dev.flyball.lab.report.chart.Drawing.Spot;
import dev.flyball.lab.report.chart.Legend.Lettering;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Lines over time, or over any other amount.
 *
 * <p>The vertical axis begins at 0, so that heights compare as the figures do. A point whose y is
 * NaN is a gap; a point between two gaps is a dot.
 *
 * @param title what the chart shows
 * @param x what runs to the right
 * @param y what runs upwards
 * @param series the lines, at most 12
 */
public record LineChart(String title, Axis x, Axis y, List<Series> series) implements Chart {

  private static final double PLOT_RIGHT = 14;
  private static final double PLOT_HEIGHT = 230;
  private static final double BELOW_PLOT = 44;
  private static final double PIXELS_PER_TICK = 80;
  private static final int Y_TICKS = 5;
  private static final int X_TICKS_MIN = 4;

  /** As a share of the axis, what is not worth an axis that begins elsewhere than at 0. */
  private static final double NEAR_ZERO = 0.25;

  public LineChart {
    Require.notBlank("title", title);
    series = List.copyOf(series);
    if (series.size() > Ink.LINES) {
      throw new IllegalArgumentException(
          "series must be at most " + Ink.LINES + " but were " + series.size());
    }
  }

  public static LineChart of(String title, Axis x, Axis y, Series... series) {
    return new LineChart(title, x, y, List.of(series));
  }

  /** This chart and one more line. */
  public LineChart with(Series line) {
    List<Series> more = new ArrayList<>(series);
    more.add(line);
    return new LineChart(title, x, y, more);
  }

  @Override
  public String description() {
    StringBuilder words = new StringBuilder(title).append(". ");
    words.append(y.heading()).append(" over ").append(x.heading()).append('.');
    for (Series line : series) {
      words.append(' ').append(line.description());
    }
    return words.toString();
  }

  @Override
  public Drawing draw(int width, boolean titled) {
    Require.atLeast("width", 200, width);
    List<Mark> marks = new ArrayList<>();
    double top = Lettering.top(marks, titled ? title : "", width);
    List<Legend.Entry> names = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      String name = series.get(i).name() + (series.get(i).isEmpty() ? " (no data)" : "");
      names.add(new Legend.Entry(name, Ink.line(i)));
    }
    top = new Legend(names).drawOn(marks, Lettering.MARGIN, top, width - Lettering.MARGIN);
    top += Lettering.LINE_HEIGHT;
    marks.add(Lettering.muted(Lettering.MARGIN, top, y.heading(), Anchor.START));
    Plot plot = plot(width, top + 12);
    plot.drawAxes(marks, x);
    if (series.stream().allMatch(Series::isEmpty)) {
      double middle = (plot.left() + plot.right()) / 2;
      marks.add(Lettering.text(middle, top + PLOT_HEIGHT / 2, "no data", Anchor.MIDDLE));
    }
    for (int i = 0; i < series.size(); i++) {
      plot.draw(marks, series.get(i), Ink.line(i));
    }
    int height = (int) Math.ceil(plot.bottom + BELOW_PLOT);
    return new Drawing(width, height, title, description(), marks);
  }

  private Plot plot(int width, double top) {
    double low = Math.min(0, least(Point::y));
    double high = Math.max(0, most(Point::y));
    Ticks up = Ticks.around(low, high, (int) count(Y_TICKS, Point::y, high - low));
    double left = Lettering.MARGIN + Lettering.width(up.textLength()) + 6;
    double right = width - PLOT_RIGHT;
    double count = Math.max(X_TICKS_MIN, (right - left) / PIXELS_PER_TICK);
    count = count(count, Point::x, most(Point::x) - least(Point::x));
    Ticks along = Ticks.within(left(least(Point::x), most(Point::x)), most(Point::x), (int) count);
    return new Plot(along, up, left, right, top, top + PLOT_HEIGHT);
  }

  /** So many ticks, or fewer where all figures are whole, for there are no half threads. */
  private double count(double usual, ToDoubleFunction<Point> of, double length) {
    boolean whole = points().mapToDouble(of).allMatch(figure -> figure == Math.rint(figure));
    return whole ? Math.min(usual, Math.max(1, length)) : usual;
  }

  /** Where the axis begins: at 0, where the first point is near to it. */
  private static double left(double first, double last) {
    return first > 0 && first < NEAR_ZERO * last ? 0 : first;
  }

  private double least(ToDoubleFunction<Point> of) {
    return points().mapToDouble(of).min().orElse(0);
  }

  private double most(ToDoubleFunction<Point> of) {
    return points().mapToDouble(of).max().orElse(0);
  }

  private Stream<Point> points() {
    return series.stream().flatMap(line -> line.points().stream()).filter(Point::isKnown);
  }

  /** The area between the axes, and where a point lies in it. */
  private record Plot(Ticks along, Ticks up, double left, double right, double top, double bottom) {

    void drawAxes(List<Mark> marks, Axis x) {
      for (double value : up.values()) {
        double at = down(value);
        marks.add(new Line(left, at, right, at, value == 0 ? Ink.AXIS : Ink.GRID));
        marks.add(Lettering.muted(left - 6, at + 4, up.text(value), Anchor.END));
      }
      for (double value : along.values()) {
        double at = across(value);
        String text = along.text(value);
        double half = Lettering.width(text) / 2;
        marks.add(new Line(at, bottom, at, bottom + 5, Ink.AXIS));
        Anchor anchor = at + half > right + PLOT_RIGHT ? Anchor.END : Anchor.MIDDLE;
        double textAt = anchor == Anchor.END ? right + PLOT_RIGHT - 1 : at;
        marks.add(Lettering.muted(textAt, bottom + 19, text, anchor));
      }
      marks.add(Lettering.muted((left + right) / 2, bottom + 37, x.heading(), Anchor.MIDDLE));
    }

    void draw(List<Mark> marks, Series line, Ink ink) {
      for (List<Spot> spots : runs(line)) {
        if (spots.size() > 1) {
          marks.add(new Curve(Thinning.of(spots), ink));
        } else {
          marks.add(new Dot(spots.get(0).x(), spots.get(0).y(), 3.5, ink));
        }
      }
    }

    /** The line's points without its gaps, as places on the drawing. */
    private List<List<Spot>> runs(Series line) {
      List<List<Spot>> runs = new ArrayList<>();
      List<Spot> run = new ArrayList<>();
      for (Point point : line.points()) {
        if (line.steps() && !run.isEmpty()) {
          run.add(new Spot(across(point.x()), run.get(run.size() - 1).y()));
        }
        if (point.isKnown()) {
          run.add(new Spot(across(point.x()), down(point.y())));
        } else if (!run.isEmpty()) {
          runs.add(run);
          run = new ArrayList<>();
        }
      }
      if (!run.isEmpty()) {
        runs.add(run);
      }
      return runs;
    }

    private double across(double value) {
      return left + (value - along.low()) / (along.high() - along.low()) * (right - left);
    }

    private double down(double value) {
      return bottom - (value - up.low()) / (up.high() - up.low()) * (bottom - top);
    }
  }

  /**
   * One line.
   *
   * @param name what it is called in the legend
   * @param points its points, by rising x
   * @param steps whether a value holds until the next point, or the line goes straight to it
   */
  public record Series(String name, List<Point> points, boolean steps) {

    public Series {
      Require.notBlank("name", name);
      points = List.copyOf(points);
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).x() < points.get(i - 1).x()) {
          throw new IllegalArgumentException(
              "x must not fall along '"
                  + name
                  + "' but was "
                  + points.get(i).x()
                  + " after "
                  + points.get(i - 1).x());
        }
      }
    }

    /** A line that goes straight from point to point. */
    public static Series of(String name, List<Point> points) {
      return new Series(name, points, false);
    }

    /** A line whose values hold until the next point, such as a number of workers. */
    public static Series steps(String name, List<Point> points) {
      return new Series(name, points, true);
    }

    boolean isEmpty() {
      return points.stream().noneMatch(Point::isKnown);
    }

    private String description() {
      if (isEmpty()) {
        return name + ": no data.";
      }
      double low = points.stream().filter(Point::isKnown).mapToDouble(Point::y).min().orElse(0);
      double high = points.stream().filter(Point::isKnown).mapToDouble(Point::y).max().orElse(0);
      return String.format(
          Locale.ROOT, "%s: from %s to %s.", name, NumberFormat.text(low), NumberFormat.text(high));
    }
  }

  /**
   * A point of a line.
   *
   * @param x a finite number
   * @param y a finite number, or NaN for a gap
   */
  public record Point(double x, double y) {

    public Point {
      if (Double.isNaN(x) || Double.isInfinite(x) || Double.isInfinite(y)) {
        throw new IllegalArgumentException(
            "x must be finite, and y finite or NaN, but they were " + x + " and " + y);
      }
    }

    boolean isKnown() {
      return !Double.isNaN(y);
    }
  }

  /**
   * Fewer spots for a curve that looks the same: of all that fall on one column of pixels only the
   * first, the highest, the lowest and the last can be seen.
   */
  static final class Thinning {

    private Thinning() {}

    /** The spots to draw, in their order; x must not fall. */
    static List<Spot> of(List<Spot> spots) {
      List<Spot> kept = new ArrayList<>();
      int from = 0;
      while (from < spots.size()) {
        int to = from + 1;
        while (to < spots.size() && column(spots.get(to)) == column(spots.get(from))) {
          to++;
        }
        keep(kept, spots.subList(from, to));
        from = to;
      }
      return kept;
    }

    private static long column(Spot spot) {
      return (long) Math.floor(spot.x());
    }

    private static void keep(List<Spot> kept, List<Spot> column) {
      if (column.size() <= 4) {
        kept.addAll(column);
        return;
      }
      int last = column.size() - 1;
      int lowest = 0;
      int highest = 0;
      for (int i = 1; i <= last; i++) {
        lowest = column.get(i).y() < column.get(lowest).y() ? i : lowest;
        highest = column.get(i).y() > column.get(highest).y() ? i : highest;
      }
      kept.add(column.get(0));
      kept.add(column.get(Math.min(lowest, highest)));
      kept.add(column.get(Math.max(lowest, highest)));
      kept.add(column.get(last));
    }
  }
}
