package dev.flyball.lab.report;

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
}
