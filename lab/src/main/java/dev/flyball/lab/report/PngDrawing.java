package dev.flyball.lab.report;

import dev.flyball.base.OneLine;
import dev.flyball.lab.report.Drawing.Box;
import dev.flyball.lab.report.Drawing.Curve;
import dev.flyball.lab.report.Drawing.Dot;
import dev.flyball.lab.report.Drawing.Ink;
import dev.flyball.lab.report.Drawing.Label;
import dev.flyball.lab.report.Drawing.Line;
import dev.flyball.lab.report.Drawing.Mark;
import dev.flyball.lab.report.Drawing.Spot;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * A {@link Drawing} written as PNG, with two pixels for each of the drawing's.
 *
 * <p>Only the JDK is needed, and no screen; but the host must have a font. Prefer SVG where it is
 * shown: its lettering is the reader's own.
 */
public final class PngDrawing {

  private static final int SCALE = 2;

  private final Graphics2D graphics;
  private final boolean dark;

  private PngDrawing(Graphics2D graphics, boolean dark) {
    this.graphics = graphics;
    this.dark = dark;
  }

  /**
   * The bytes of a PNG file, on light or on dark paper.
   *
   * @throws IllegalStateException where there is no font to write with
   */
  public static byte[] bytes(Drawing drawing, boolean dark) {
    try {
      return drawn(drawing, dark);
    } catch (LinkageError | InternalError e) {
      throw new IllegalStateException(
          "a picture as PNG needs a font, but this system has none for the JVM (" + e + ")", e);
    }
  }

  private static byte[] drawn(Drawing drawing, boolean dark) {
    BufferedImage image =
        new BufferedImage(
            drawing.width() * SCALE, drawing.height() * SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      new PngDrawing(graphics, dark).draw(drawing);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("the picture could not be encoded", e);
    }
    return bytes.toByteArray();
  }

  private void draw(Drawing drawing) {
    graphics.scale(SCALE, SCALE);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setColor(new Color(dark ? Ink.PAPER_DARK : Ink.PAPER_LIGHT));
    graphics.fillRect(0, 0, drawing.width(), drawing.height());
    for (Mark mark : drawing.marks()) {
      draw(mark);
    }
  }

  private void draw(Mark mark) {
    if (mark instanceof Line line) {
      use(line.ink());
      graphics.draw(new Line2D.Double(line.x1(), line.y1(), line.x2(), line.y2()));
    } else if (mark instanceof Curve curve) {
      use(curve.ink());
      graphics.draw(path(curve));
    } else if (mark instanceof Dot dot) {
      use(dot.ink());
      double size = 2 * dot.radius();
      graphics.fill(
          new Ellipse2D.Double(dot.x() - dot.radius(), dot.y() - dot.radius(), size, size));
    } else if (mark instanceof Box box) {
      use(box.ink());
      graphics.fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
    } else if (mark instanceof Label label) {
      draw(label);
    }
  }

  private void draw(Label label) {
    String text = OneLine.of(label.text());
    use(label.ink());
    graphics.setFont(
        new Font(Font.SANS_SERIF, label.bold() ? Font.BOLD : Font.PLAIN, label.size()));
    double width =
        graphics.getFont().getStringBounds(text, graphics.getFontRenderContext()).getWidth();
    double left =
        switch (label.anchor()) {
          case START -> label.x();
          case MIDDLE -> label.x() - width / 2;
          case END -> label.x() - width;
        };
    graphics.drawString(text, (float) left, (float) label.y());
  }

  private void use(Ink ink) {
    graphics.setColor(new Color(dark ? ink.onDark() : ink.onLight()));
    float width = ink.role() == Ink.Role.LINE ? 2 : 1;
    if (ink.dash().isEmpty()) {
      graphics.setStroke(new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
      return;
    }
    String[] lengths = ink.dash().split(" ", -1);
    float[] dash = new float[lengths.length];
    for (int i = 0; i < dash.length; i++) {
      dash[i] = Float.parseFloat(lengths[i]);
    }
    graphics.setStroke(
        new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0));
  }

  private static Path2D path(Curve curve) {
    Path2D path = new Path2D.Double();
    Spot first = curve.spots().get(0);
    path.moveTo(first.x(), first.y());
    for (Spot spot : curve.spots().subList(1, curve.spots().size())) {
      path.lineTo(spot.x(), spot.y());
    }
    return path;
  }
}
