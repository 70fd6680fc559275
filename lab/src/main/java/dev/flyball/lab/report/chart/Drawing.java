package dev.flyball.lab.report.chart;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import dev.flyball.base.Require;
import dev.flyball.lab.report.text.Markup;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.swing.JComponent;

/**
 * A laid-out picture: marks with their places, from the lowest to the one on top.
 *
 * @param width the width in pixels
 * @param height the height in pixels
 * @param title what the picture is called
 * @param alt the picture in words
 * @param marks what is drawn, in the order in which it is drawn
 */
public record Drawing(int width, int height, String title, String alt, List<Mark> marks) {

  private static final int PNG_SCALE = 2;
  private static final String PAPER =
      "<rect" + Ink.PAPER.paint(false) + " width=\"100%\" height=\"100%\"/>\n";
  private static final String FONT =
      ".fb{font-family:" + Tone.FONTS + ";font-variant-numeric:tabular-nums}\n";

  public Drawing {
    Require.atLeast("width", 1, width);
    Require.atLeast("height", 1, height);
    marks = List.copyOf(marks);
  }

  /** One thing on the drawing; x grows to the right and y downwards, in pixels. */
  public sealed interface Mark permits Line, Curve, Dot, Box, Label {

    /** The mark as an element of an SVG. */
    String svg();
  }

  /** A straight line. */
  public record Line(double x1, double y1, double x2, double y2, Ink ink) implements Mark {
    @Override
    public String svg() {
      return format("<line%s x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>", ink, x1, y1, x2, y2);
    }
  }

  /** A line through several spots, at least two. */
  public record Curve(List<Spot> spots, Ink ink) implements Mark {

    public Curve {
      Require.atLeast("spots", 2, spots.size());
      spots = List.copyOf(spots);
    }

    @Override
    public String svg() {
      return format(
          "<polyline%s points=\"%s\"/>",
          ink,
          spots.stream()
              .map(spot -> pixels(spot.x()) + "," + pixels(spot.y()))
              .collect(Collectors.joining(" ")));
    }
  }

  /** A filled circle. */
  public record Dot(double x, double y, double radius, Ink ink) implements Mark {
    @Override
    public String svg() {
      return format("<circle%s cx=\"%s\" cy=\"%s\" r=\"%s\"/>", ink.paint(true), x, y, radius);
    }
  }

  /** A filled rectangle, with the words that appear when it is pointed at. */
  public record Box(double x, double y, double width, double height, Ink ink, String hover)
      implements Mark {
    @Override
    public String svg() {
      return format(
          "<rect%s x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"%s",
          ink,
          x,
          y,
          width,
          height,
          hover.isEmpty() ? "/>" : "><title>" + Markup.escaped(hover) + "</title></rect>");
    }
  }

  /** A line of text; y is its base line. */
  public record Label(
      double x, double y, String text, int size, boolean bold, Anchor anchor, Ink ink)
      implements Mark {
    @Override
    public String svg() {
      return format(
          "<text%s x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\"%s>%s</text>",
          ink,
          x,
          y,
          String.valueOf(size),
          anchor.name().toLowerCase(Locale.ROOT),
          bold ? " font-weight=\"bold\"" : "",
          Markup.escaped(text));
    }
  }

  private static String format(String element, Object... parts) {
    return String.format(
        Locale.ROOT,
        element,
        Stream.of(parts)
            .map(part ->
                part instanceof Double at
                    ? pixels(at)
                    : part instanceof Ink ink ? ink.paint(false) : part)
            .toArray());
  }

  private static String pixels(double value) {
    long tenths = Math.round(value * 10);
    return tenths % 10 == 0
        ? String.valueOf(tenths / 10)
        : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
  }

  /** The drawing as an SVG of its own, light or dark as the reader prefers. */
  public String svg() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + svg(" xmlns=\"http://www.w3.org/2000/svg\"", "<style>\n" + css() + "</style>\n" + PAPER);
  }

  /** The drawing as an element of a page that has the {@link #css}. */
  public String inlineSvg() {
    return svg("", "");
  }

  private String svg(String attributes, String before) {
    return String.format(
        Locale.ROOT,
        "<svg class=\"fb\"%s viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
            + " aria-label=\"%s\">\n<title>%s</title>\n%s%s</svg>\n",
        attributes,
        width,
        height,
        width,
        height,
        Markup.escaped(alt),
        Markup.escaped(title),
        before,
        marks.stream().map(mark -> mark.svg() + "\n").collect(Collectors.joining()));
  }

  /** The font, and the colours on dark paper; those on light paper are attributes of each mark. */
  public static String css() {
    StringBuilder css = new StringBuilder(FONT);
    css.append("@media (prefers-color-scheme:dark){\n");
    List<Ink> inks = new ArrayList<>(List.of(Ink.PAPER, Ink.TEXT, Ink.MUTED, Ink.GRID, Ink.AXIS));
    IntStream.range(0, Ink.LINES).mapToObj(Ink::line).forEach(inks::add);
    IntStream.range(0, Ink.SHADES).mapToObj(i -> Ink.shade(i, Ink.SHADES)).forEach(inks::add);
    inks.forEach(ink -> css.append(ink.darkRule()));
    return css.append("\n}\n").toString();
  }

  /**
   * The drawing as PNG on light paper, twice as many pixels wide and high.
   *
   * @throws IllegalStateException when this system has no font for the JVM
   */
  public byte[] png() {
    try {
      String light = svg(" xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\"", PAPER);
      SVGDocument document =
          new SVGLoader()
              .load(
                  new ByteArrayInputStream(light.getBytes(StandardCharsets.UTF_8)),
                  null,
                  LoaderContext.createDefault());
      BufferedImage image =
          new BufferedImage(width * PNG_SCALE, height * PNG_SCALE, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = image.createGraphics();
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.scale(PNG_SCALE, PNG_SCALE);
      Objects.requireNonNull(document, light).render((JComponent) null, graphics);
      graphics.dispose();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(image, "png", bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("the picture could not be encoded", e);
    } catch (LinkageError | InternalError e) {
      throw new IllegalStateException(
          "a picture as PNG needs a font, but this system has none for the JVM (" + e + ")", e);
    }
  }

  /** A place on the drawing. */
  public record Spot(double x, double y) {}

  /** The part of a text that stands at its x. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  /**
   * The look of a mark: a colour on light and one on dark paper, and for lines a dash pattern.
   *
   * <p>Of the six line colours any two are at least 0.12 apart in OKLab, for full colour vision and
   * for each of the three colour blindnesses, and each has a contrast of at least 3.3 to its paper;
   * the dashes tell the lines apart without any colour. Bars are shades of one blue, in order, so
   * that they stay in order in grey.
   *
   * @param name its name in style sheets
   * @param onLight its colour on light paper
   * @param onDark its colour on dark paper
   * @param stroke how wide its lines are in pixels; 0 for what is filled
   * @param dash the lengths of strokes and gaps, with spaces between; empty without gaps
   */
  public record Ink(String name, int onLight, int onDark, int stroke, String dash) {

    static final Ink TEXT = of("fb-t", Tone.INK, 0);
    static final Ink PAPER = of("fb-p", Tone.PAPER, 0);
    static final Ink MUTED = of("fb-m", Tone.FAINT, 0);
    static final Ink GRID = of("fb-g", Tone.LINE, 1);
    static final Ink AXIS = of("fb-a", Tone.FAINT, 1);

    /** The number of lines that can be told apart. */
    static final int LINES = 12;

    /** The number of shades that can be told apart. */
    static final int SHADES = 5;

    private static final int COLOURS = 6;
    private static final int[] LINES_LIGHT = {
      0x1c4ca7, 0xf7550c, 0x1ba077, 0xc569d4, 0x3a3a3a, 0x824d07
    };
    private static final int[] LINES_DARK = {
      0x1d90be, 0xe89908, 0x06ca99, 0xd4a7ff, 0xe6e6e6, 0xb0764b
    };
    private static final int[] SHADES_LIGHT = {0x95c3e6, 0x62a6d8, 0x3a85bd, 0x1c6196, 0x0b3a60};
    private static final int[] SHADES_DARK = {0x2b5d85, 0x3f83b5, 0x62a8d8, 0x93c8ec, 0xcfe7f8};
    private static final List<String> DASHES =
        List.of("", "7 4", "2 3", "10 3 2 3", "14 5", "5 2 1 2 1 2");

    private static Ink of(String name, Tone tone, int stroke) {
      return new Ink(name, tone.onLight(), tone.onDark(), stroke, "");
    }

    static Ink line(int index) {
      int colour = index % COLOURS;
      String dash = DASHES.get((index + index / COLOURS * (COLOURS / 2)) % DASHES.size());
      return new Ink("fb-l" + index, LINES_LIGHT[colour], LINES_DARK[colour], 2, dash);
    }

    /** The shade of one of so many bars, as far apart as they can be. */
    static Ink shade(int bar, int bars) {
      int shade = bars == 1 ? 2 : (bar * (SHADES - 1) + (bars - 1) / 2) / (bars - 1);
      return new Ink("fb-s" + shade, SHADES_LIGHT[shade], SHADES_DARK[shade], 0, "");
    }

    boolean isLine() {
      return stroke == 2;
    }

    /** The attributes of a mark on light paper. */
    String paint(boolean filled) {
      String colour = hex(onLight);
      if (filled || stroke == 0) {
        return String.format(Locale.ROOT, " class=\"%s\" fill=\"%s\"", name, colour);
      }
      return String.format(
          Locale.ROOT,
          " class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\"%s",
          name,
          colour,
          stroke,
          dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"");
    }

    /** The rule that says how it looks on dark paper. */
    String darkRule() {
      String colour = hex(onDark);
      String rule =
          String.format(
              Locale.ROOT, ".fb .%s{%s:%s}", name, stroke == 0 ? "fill" : "stroke", colour);
      return isLine()
          ? rule + String.format(Locale.ROOT, ".fb circle.%s{fill:%s;stroke:none}", name, colour)
          : rule;
    }

    private static String hex(int colour) {
      return String.format(Locale.ROOT, "#%06x", colour);
    }
  }
}
