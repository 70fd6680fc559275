package dev.flyball.lab.report.chart;

import dev.flyball.base.Require;
import dev.flyball.lab.report.chart.Chart.Axis;
import dev.flyball.lab.report.chart.Drawing.Anchor;
import dev.flyball.lab.report.chart.Drawing.Box;
import dev.flyball.lab.report.chart.Drawing.Ink;
import dev.flyball.lab.report.chart.Drawing.Line;
import dev.flyball.lab.report.chart.Drawing.Mark;
import dev.flyball.lab.report.chart.Legend.Lettering;
import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Bars in groups, such as the quantiles of each pool.
 *
 * <p>The bars lie, so that a name of any length stands above its group and every bar has its figure
 * behind it, on a phone too. They begin at 0.
 *
 * @param title what the chart shows
 * @param axis what the bars' lengths are
 * @param series what the bars of each group are, at most 5, in an order that means something
 * @param groups the groups, from the top
 */
public record BarChart(String title, Axis axis, List<String> series, List<Group> groups)
    implements Chart {

  private static final double FIGURE_GAP = 5;
  private static final double BAR = 15;
  private static final double BAR_GAP = 2;
  private static final double GROUP_GAP = 14;
  private static final double NAME = 19;
  private static final double BELOW_PLOT = 44;
  private static final double PIXELS_PER_TICK = 90;

  public BarChart {
    Require.notBlank("title", title);
    series = List.copyOf(series);
    groups = List.copyOf(groups);
    if (series.isEmpty() || series.size() > Ink.SHADES) {
      throw new IllegalArgumentException(
          "series must be from 1 to " + Ink.SHADES + " but were " + series.size());
    }
    for (Group group : groups) {
      if (group.values().size() != series.size()) {
        throw new IllegalArgumentException(
            "values of '"
                + group.name()
                + "' must be "
                + series.size()
                + " but were "
                + group.values().size());
      }
    }
  }

  public static BarChart of(String title, Axis axis, String... series) {
    return new BarChart(title, axis, List.of(series), List.of());
  }

  /** This chart and one more group below; a value of NaN is not known. */
  public BarChart with(String name, double... values) {
    List<Double> list = new ArrayList<>();
    for (double value : values) {
      list.add(value);
    }
    List<Group> more = new ArrayList<>(groups);
    more.add(new Group(name, list));
    return new BarChart(title, axis, series, more);
  }

  @Override
  public String description() {
    StringBuilder words = new StringBuilder(title).append(". ").append(axis.heading()).append('.');
    for (Group group : groups) {
      words.append(' ').append(group.name()).append(':');
      for (int i = 0; i < series.size(); i++) {
        words.append(i == 0 ? " " : ", ").append(series.get(i)).append(' ');
        words.append(NumberFormat.text(group.values().get(i)));
      }
      words.append('.');
    }
    return words.toString();
  }

  @Override
  public Drawing draw(int width, boolean titled) {
    Require.atLeast("width", 200, width);
    List<Mark> marks = new ArrayList<>();
    double top = Lettering.top(marks, titled ? title : "", width);
    if (series.size() > 1) {
      top = legend().drawOn(marks, Lettering.MARGIN, top, width - Lettering.MARGIN);
    }
    top += 8;
    double bottom = top + groups.size() * groupHeight();
    Scale scale = scale(width);
    drawAxis(marks, scale, top, bottom);
    for (int i = 0; i < groups.size(); i++) {
      drawGroup(marks, scale, groups.get(i), top + i * groupHeight());
    }
    return new Drawing(width, (int) Math.ceil(bottom + BELOW_PLOT), title, description(), marks);
  }

  private Legend legend() {
    List<Legend.Entry> entries = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      entries.add(new Legend.Entry(series.get(i), Ink.shade(i, series.size())));
    }
    return new Legend(entries);
  }

  private double groupHeight() {
    return NAME + series.size() * (BAR + BAR_GAP) + GROUP_GAP;
  }

  private Scale scale(int width) {
    double most = known().stream().mapToDouble(value -> value).max().orElse(0);
    double figure = Lettering.width(NumberFormat.text(most, NumberFormat.decimals(known())));
    double right = width - Lettering.MARGIN - FIGURE_GAP - figure;
    int count = (int) Math.max(2, (right - Lettering.MARGIN) / PIXELS_PER_TICK);
    return new Scale(Ticks.around(0, most, count), Lettering.MARGIN, right);
  }

  private List<Double> known() {
    return groups.stream()
        .flatMap(group -> group.values().stream())
        .filter(value -> !value.isNaN())
        .toList();
  }

  private void drawAxis(List<Mark> marks, Scale scale, double top, double bottom) {
    for (double value : scale.ticks().values()) {
      double at = scale.across(value);
      marks.add(new Line(at, top, at, bottom, value == 0 ? Ink.AXIS : Ink.GRID));
      Anchor anchor = value == 0 ? Anchor.START : Anchor.MIDDLE;
      marks.add(Lettering.muted(at, bottom + 18, scale.ticks().text(value), anchor));
    }
    double middle = (scale.left() + scale.right()) / 2;
    marks.add(Lettering.muted(middle, bottom + 36, axis.heading(), Anchor.MIDDLE));
  }

  private void drawGroup(List<Mark> marks, Scale scale, Group group, double top) {
    String name = Lettering.fitted(group.name(), scale.right() - scale.left());
    marks.add(Lettering.name(scale.left() + 4, top + 13, name));
    int decimals = NumberFormat.decimals(known());
    for (int i = 0; i < series.size(); i++) {
      double value = group.values().get(i);
      double y = top + NAME + i * (BAR + BAR_GAP);
      String figure = NumberFormat.text(value, decimals);
      double end = scale.left();
      if (!Double.isNaN(value)) {
        end = value > 0 ? Math.max(scale.across(value), scale.left() + 1) : scale.left();
        String hover = group.name() + ", " + series.get(i) + ": " + figure + " " + axis.unit();
        marks.add(
            new Box(scale.left(), y, end - scale.left(), BAR, Ink.shade(i, series.size()), hover));
      }
      marks.add(Lettering.text(end + FIGURE_GAP, y + BAR - 3, figure, Anchor.START));
    }
  }

  /** The end of a value along the bars. */
  private record Scale(Ticks ticks, double left, double right) {

    double across(double value) {
      return left + value / ticks.high() * (right - left);
    }
  }

  /**
   * Bars with one name.
   *
   * @param name what they belong to
   * @param values one length per series, at least 0, NaN where it is not known
   */
  public record Group(String name, List<Double> values) {

    public Group {
      Require.notBlank("name", name);
      values = List.copyOf(values);
      for (double value : values) {
        if (value < 0 || Double.isInfinite(value)) {
          throw new IllegalArgumentException(
              "values of '"
                  + name
                  + "' must be finite numbers of at least 0, or NaN, but one was "
                  + value);
        }
      }
    }
  }
}
