package dev.flyball.lab.report.chart;

import dev.flyball.base.Require;
import dev.flyball.lab.report.chart.Drawing.Anchor;
import dev.flyball.lab.report.chart.Drawing.Box;
import dev.flyball.lab.report.chart.Drawing.Ink;
import dev.flyball.lab.report.chart.Drawing.Line;
import dev.flyball.lab.report.chart.Drawing.Mark;
import dev.flyball.lab.report.chart.Legend.Lettering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stages and what flows between them, from the left to the right, each with a bar that says how
 * full it is; from the top down where that is too wide.
 *
 * @param title what the chart shows
 * @param stages the stages, each behind those that flow to it
 * @param flows what flows between them
 */
public record FlowChart(String title, List<Stage> stages, List<Flow> flows) implements Chart {

  private static final double BOX_WIDTH = 170;
  private static final double BOX_HEIGHT = 76;
  private static final double GAP_ALONG = 46;
  private static final double GAP_ACROSS = 18;
  private static final double LABEL_GAP = 36;
  private static final double PADDING = 8;
  private static final double BAR_HEIGHT = 8;
  private static final double ARROW = 5;
  private static final int LINES_MAX = 2;

  /** From here on a stage counts as full, and its bar is the darkest. */
  private static final double FULL = 0.995;

  public FlowChart {
    Require.notBlank("title", title);
    stages = List.copyOf(stages);
    flows = List.copyOf(flows);
    Require.atLeast("number of stages", 1, stages.size());
    for (Flow flow : flows) {
      for (int end : new int[] {flow.from(), flow.to()}) {
        if (end < 0 || end >= stages.size()) {
          throw new IllegalArgumentException("flow must join stages but had number " + end);
        }
      }
      if (flow.from() >= flow.to()) {
        throw new IllegalArgumentException(
            "flow must lead to a later stage but led from " + flow.from() + " to " + flow.to());
      }
    }
  }

  /**
   * A box.
   *
   * @param name what it is called
   * @param lines what is said of it, at most two lines
   * @param full how full it is, from 0 to 1
   */
  public record Stage(String name, List<String> lines, double full) {
    public Stage {
      Require.notBlank("name", name);
      lines = List.copyOf(lines);
      if (lines.size() > LINES_MAX) {
        throw new IllegalArgumentException(
            "lines must be at most " + LINES_MAX + " but were " + lines.size());
      }
      if (!(full >= 0 && full <= 1)) {
        throw new IllegalArgumentException("full must be from 0 to 1 but was " + full);
      }
    }
  }

  /**
   * An arrow.
   *
   * @param from the number of a stage
   * @param to the number of a later one
   * @param label what stands at it, or empty
   */
  public record Flow(int from, int to, String label) {}

  @Override
  public String description() {
    StringBuilder words = new StringBuilder(title).append('.');
    for (Stage stage : stages) {
      words.append(' ').append(stage.name()).append(": ");
      words.append(String.join(", ", stage.lines())).append(", ");
      words.append(Math.round(100 * stage.full())).append(" % full.");
    }
    for (Flow flow : flows) {
      words.append(' ').append(stages.get(flow.from()).name()).append(" to ");
      words.append(stages.get(flow.to()).name()).append('.');
    }
    return words.toString();
  }

  @Override
  public Drawing draw(int width, boolean titled) {
    Require.atLeast("width", 200, width);
    List<Mark> marks = new ArrayList<>();
    double top = Lettering.top(marks, titled ? title : "", width) + (titled ? 12 : 0);
    Places places = Places.of(this, width, top);
    flows.forEach(flow -> drawFlow(marks, places, flow));
    for (int i = 0; i < stages.size(); i++) {
      drawStage(marks, stages.get(i), places.x(i), places.y(i));
    }
    return new Drawing(
        (int) Math.max(width, Math.ceil(places.right() + Lettering.MARGIN)),
        (int) Math.ceil(places.bottom() + Lettering.MARGIN),
        title,
        description(),
        marks);
  }

  /** The room between columns, so wide that the longest label stands in it. */
  private double gapAlong() {
    double label =
        flows.stream().mapToDouble(flow -> Lettering.width(flow.label())).max().orElse(0);
    return Math.max(GAP_ALONG, label + LABEL_GAP);
  }

  private static void drawStage(List<Mark> marks, Stage stage, double x, double y) {
    frame(marks, x, y);
    double inner = BOX_WIDTH - 2 * PADDING;
    marks.add(Lettering.name(x + PADDING, y + 18, Lettering.fitted(stage.name(), inner)));
    for (int i = 0; i < stage.lines().size(); i++) {
      String line = Lettering.fitted(stage.lines().get(i), inner);
      marks.add(Lettering.muted(x + PADDING, y + 36 + 16 * i, line, Anchor.START));
    }
    double barTop = y + BOX_HEIGHT - PADDING - BAR_HEIGHT + 3;
    int shade = stage.full() >= FULL ? Ink.SHADES - 1 : (int) (stage.full() * (Ink.SHADES - 1));
    String hover = stage.name() + ": " + Math.round(100 * stage.full()) + " %";
    marks.add(
        new Box(
            x + PADDING,
            barTop,
            Math.max(1, inner * stage.full()),
            BAR_HEIGHT,
            Ink.shade(shade, Ink.SHADES),
            hover));
    double end = x + PADDING + inner;
    marks.add(new Line(x + PADDING, barTop + BAR_HEIGHT, end, barTop + BAR_HEIGHT, Ink.GRID));
  }

  private static void frame(List<Mark> marks, double x, double y) {
    double right = x + BOX_WIDTH;
    double bottom = y + BOX_HEIGHT;
    marks.add(new Line(x, y, right, y, Ink.AXIS));
    marks.add(new Line(right, y, right, bottom, Ink.AXIS));
    marks.add(new Line(right, bottom, x, bottom, Ink.AXIS));
    marks.add(new Line(x, bottom, x, y, Ink.AXIS));
  }

  private static void drawFlow(List<Mark> marks, Places places, Flow flow) {
    boolean across = places.fromTheLeft();
    double x1 = places.x(flow.from()) + (across ? BOX_WIDTH : BOX_WIDTH / 2);
    double y1 = places.y(flow.from()) + (across ? BOX_HEIGHT / 2 : BOX_HEIGHT);
    double x2 = places.x(flow.to()) + (across ? 0 : BOX_WIDTH / 2);
    double y2 = places.y(flow.to()) + (across ? BOX_HEIGHT / 2 : 0);
    marks.add(new Line(x1, y1, x2, y2, Ink.AXIS));
    double length = Math.hypot(x2 - x1, y2 - y1);
    double dx = (x2 - x1) / length * ARROW;
    double dy = (y2 - y1) / length * ARROW;
    marks.add(new Line(x2, y2, x2 - 2 * dx - dy, y2 - 2 * dy + dx, Ink.AXIS));
    marks.add(new Line(x2, y2, x2 - 2 * dx + dy, y2 - 2 * dy - dx, Ink.AXIS));
    if (!flow.label().isEmpty()) {
      drawLabel(marks, (x1 + x2) / 2, (y1 + y2) / 2, flow.label());
    }
  }

  /** In the middle of the arrow, which is not drawn behind it. */
  private static void drawLabel(List<Mark> marks, double x, double y, String label) {
    double width = Lettering.width(label);
    double height = Lettering.LINE_HEIGHT;
    marks.add(new Box(x - width / 2, y - height / 2, width, height, Ink.PAPER, ""));
    marks.add(Lettering.muted(x, y + 4, label, Anchor.MIDDLE));
  }

  /**
   * The position of each stage: in rows, or in columns, by how many stages flow into it one by one.
   */
  private static final class Places {
    private final boolean fromTheLeft;
    private final int[][] cell;
    private final double top;
    private final double gap;

    Places(boolean fromTheLeft, int[][] cell, double top, double gap) {
      this.fromTheLeft = fromTheLeft;
      this.cell = cell;
      this.top = top;
      this.gap = gap;
    }

    boolean fromTheLeft() {
      return fromTheLeft;
    }

    static Places of(FlowChart chart, int width, double top) {
      int[] depth = new int[chart.stages().size()];
      for (Flow flow : chart.flows()) {
        depth[flow.to()] = Math.max(depth[flow.to()], depth[flow.from()] + 1);
      }
      int deepest = 0;
      Map<Integer, Integer> beside = new HashMap<>();
      int[][] cell = new int[depth.length][];
      for (int i = 0; i < depth.length; i++) {
        deepest = Math.max(deepest, depth[i]);
        cell[i] = new int[] {depth[i], beside.merge(depth[i], 1, Integer::sum) - 1};
      }
      double gap = chart.gapAlong();
      double wanted = 2 * Lettering.MARGIN + (deepest + 1) * (BOX_WIDTH + gap) - gap;
      boolean fits = wanted <= width;
      return new Places(fits, cell, top, fits ? gap : GAP_ALONG);
    }

    double x(int stage) {
      return Lettering.MARGIN
          + (fromTheLeft
              ? cell[stage][0] * (BOX_WIDTH + gap)
              : cell[stage][1] * (BOX_WIDTH + GAP_ACROSS));
    }

    double y(int stage) {
      return top
          + (fromTheLeft
              ? cell[stage][1] * (BOX_HEIGHT + GAP_ACROSS)
              : cell[stage][0] * (BOX_HEIGHT + gap));
    }

    double right() {
      double right = 0;
      for (int i = 0; i < cell.length; i++) {
        right = Math.max(right, x(i) + BOX_WIDTH);
      }
      return right;
    }

    double bottom() {
      double bottom = 0;
      for (int i = 0; i < cell.length; i++) {
        bottom = Math.max(bottom, y(i) + BOX_HEIGHT);
      }
      return bottom;
    }
  }
}
