package dev.flyball.lab.report.chart;

import dev.flyball.base.Require;

/** A picture of figures, which lays itself out for the width it is given. */
public sealed interface Chart permits LineChart, BarChart, FlowChart {

  /** What the chart shows. */
  String title();

  /** The content of the chart in words, for a reader that cannot see it. */
  String description();

  /**
   * The chart laid out for a width; its height follows from what it shows.
   *
   * @param width the width in pixels, at least 200
   * @param titled whether the title stands in the drawing, or around it already
   */
  Drawing draw(int width, boolean titled);

  /**
   * An axis of a chart: its quantity and its unit.
   *
   * @param name what is measured along it
   * @param unit in what it is measured, or empty
   */
  public record Axis(String name, String unit) {

    public Axis {
      Require.notBlank("name", name);
    }

    public static Axis of(String name, String unit) {
      return new Axis(name, unit);
    }

    String heading() {
      return unit.isEmpty() ? name : name + ", " + unit;
    }
  }
}
