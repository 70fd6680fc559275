package dev.flyball.lab.report;

import dev.flyball.lab.report.Drawing.Box;
import dev.flyball.lab.report.Drawing.Curve;
import dev.flyball.lab.report.Drawing.Dot;
import dev.flyball.lab.report.Drawing.Ink;
import dev.flyball.lab.report.Drawing.Label;
import dev.flyball.lab.report.Drawing.Line;
import dev.flyball.lab.report.Drawing.Mark;
import dev.flyball.lab.report.Drawing.Spot;
import java.util.Locale;

/** A {@link Drawing} written as SVG. */
public final class SvgDrawing {

  private static final String FONT = "system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif";

  private SvgDrawing() {}

  /** The drawing as a file of its own, with its paper and its style sheet. */
  public static String standalone(Drawing drawing) {
    StringBuilder svg = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    open(svg, drawing, " xmlns=\"http://www.w3.org/2000/svg\"");
    svg.append("<style>\n").append(css()).append("</style>\n");
    svg.append("<rect class=\"fb-p\" width=\"100%\" height=\"100%\"/>\n");
    marks(svg, drawing);
    return svg.append("</svg>\n").toString();
  }

  /** The drawing as a part of a page that has the style sheet of {@link #css} once. */
  static String inline(Drawing drawing) {
    StringBuilder svg = new StringBuilder();
    open(svg, drawing, "");
    marks(svg, drawing);
    return svg.append("</svg>\n").toString();
  }

  /** The style sheet: light, and dark where the reader prefers it. */
  static String css() {
    StringBuilder css = new StringBuilder();
    css.append(".fb{font-family:").append(FONT).append(";font-variant-numeric:tabular-nums}\n");
    css.append(".fb [class^=fb-l]{fill:none;stroke-width:2;stroke-linejoin:round}\n");
    css.append(".fb circle{stroke:none!important}\n");
    colours(css, false);
    css.append("@media (prefers-color-scheme:dark){\n");
    colours(css, true);
    return css.append("}\n").toString();
  }

  private static void colours(StringBuilder css, boolean dark) {
    css.append(".fb .fb-p{fill:").append(hex(dark ? Ink.PAPER_DARK : Ink.PAPER_LIGHT)).append("}");
    fill(css, Ink.TEXT, dark);
    fill(css, Ink.MUTED, dark);
    stroke(css, Ink.GRID, dark);
    stroke(css, Ink.AXIS, dark);
    css.append('\n');
    for (int i = 0; i < Ink.LINES; i++) {
      stroke(css, Ink.line(i), dark);
      css.append(".fb circle.").append(Ink.line(i).cssClass());
      css.append("{fill:").append(hex(colour(Ink.line(i), dark))).append("}\n");
    }
    for (int i = 0; i < Ink.SHADES; i++) {
      fill(css, Ink.shade(i, Ink.SHADES), dark);
    }
    css.append('\n');
  }

  private static void fill(StringBuilder css, Ink ink, boolean dark) {
    css.append(".fb .").append(ink.cssClass());
    css.append("{fill:").append(hex(colour(ink, dark))).append('}');
  }

  private static void stroke(StringBuilder css, Ink ink, boolean dark) {
    css.append(".fb .").append(ink.cssClass());
    css.append("{stroke:").append(hex(colour(ink, dark)));
    if (!ink.dash().isEmpty()) {
      css.append(";stroke-dasharray:").append(ink.dash());
    }
    css.append('}');
  }

  private static int colour(Ink ink, boolean dark) {
    return dark ? ink.onDark() : ink.onLight();
  }

  private static String hex(int colour) {
    return String.format(Locale.ROOT, "#%06x", colour);
  }

  private static void open(StringBuilder svg, Drawing drawing, String more) {
    svg.append("<svg class=\"fb\"").append(more);
    svg.append(" viewBox=\"0 0 ").append(drawing.width()).append(' ').append(drawing.height());
    svg.append("\" width=\"").append(drawing.width());
    svg.append("\" height=\"").append(drawing.height());
    svg.append("\" role=\"img\" aria-label=\"").append(Escaped.of(drawing.alt())).append("\">\n");
    svg.append("<title>").append(Escaped.of(drawing.title())).append("</title>\n");
  }

  private static void marks(StringBuilder svg, Drawing drawing) {
    for (Mark mark : drawing.marks()) {
      if (mark instanceof Line line) {
        line(svg, line);
      } else if (mark instanceof Curve curve) {
        curve(svg, curve);
      } else if (mark instanceof Dot dot) {
        dot(svg, dot);
      } else if (mark instanceof Box box) {
        box(svg, box);
      } else if (mark instanceof Label label) {
        label(svg, label);
      }
      svg.append('\n');
    }
  }

  private static void line(StringBuilder svg, Line line) {
    element(svg, "line", line.ink());
    attribute(svg, "x1", line.x1());
    attribute(svg, "y1", line.y1());
    attribute(svg, "x2", line.x2());
    attribute(svg, "y2", line.y2());
    svg.append("/>");
  }

  private static void curve(StringBuilder svg, Curve curve) {
    element(svg, "polyline", curve.ink());
    svg.append(" points=\"");
    for (Spot spot : curve.spots()) {
      svg.append(pixels(spot.x())).append(',').append(pixels(spot.y())).append(' ');
    }
    svg.setLength(svg.length() - 1);
    svg.append("\"/>");
  }

  private static void dot(StringBuilder svg, Dot dot) {
    element(svg, "circle", dot.ink());
    attribute(svg, "cx", dot.x());
    attribute(svg, "cy", dot.y());
    attribute(svg, "r", dot.radius());
    svg.append("/>");
  }

  private static void box(StringBuilder svg, Box box) {
    element(svg, "rect", box.ink());
    attribute(svg, "x", box.x());
    attribute(svg, "y", box.y());
    attribute(svg, "width", box.width());
    attribute(svg, "height", box.height());
    if (box.hover().isEmpty()) {
      svg.append("/>");
    } else {
      svg.append("><title>").append(Escaped.of(box.hover())).append("</title></rect>");
    }
  }

  private static void label(StringBuilder svg, Label label) {
    element(svg, "text", label.ink());
    attribute(svg, "x", label.x());
    attribute(svg, "y", label.y());
    svg.append(" font-size=\"").append(label.size()).append('"');
    svg.append(
        switch (label.anchor()) {
          case START -> "";
          case MIDDLE -> " text-anchor=\"middle\"";
          case END -> " text-anchor=\"end\"";
        });
    svg.append(label.bold() ? " font-weight=\"600\">" : ">");
    svg.append(Escaped.of(label.text())).append("</text>");
  }

  private static void element(StringBuilder svg, String name, Ink ink) {
    svg.append('<').append(name).append(" class=\"").append(ink.cssClass()).append('"');
  }

  private static void attribute(StringBuilder svg, String name, double value) {
    svg.append(' ').append(name).append("=\"").append(pixels(value)).append('"');
  }

  /** A tenth of a pixel is as fine as it needs to be. */
  private static String pixels(double value) {
    long tenths = Math.round(value * 10);
    return tenths % 10 == 0
        ? String.valueOf(tenths / 10)
        : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
  }
}
