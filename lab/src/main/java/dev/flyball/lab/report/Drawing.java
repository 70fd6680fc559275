package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.List;

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

  public Drawing {
    Require.atLeast("width", 1, width);
    Require.atLeast("height", 1, height);
    marks = List.copyOf(marks);
  }

  /** One thing on the drawing; x grows to the right and y downwards, in pixels. */
  public sealed interface Mark permits Line, Curve, Dot, Box, Label {}

  /** A straight line. */
  public record Line(double x1, double y1, double x2, double y2, Ink ink) implements Mark {}

  /** A line through several spots, at least two. */
  public record Curve(List<Spot> spots, Ink ink) implements Mark {

    public Curve {
      Require.atLeast("spots", 2, spots.size());
      spots = List.copyOf(spots);
    }
  }

  /** A filled circle. */
  public record Dot(double x, double y, double radius, Ink ink) implements Mark {}

  /** A filled rectangle, with the words that appear when it is pointed at. */
  public record Box(double x, double y, double width, double height, Ink ink, String hover)
      implements Mark {}

  /** A line of text; y is its base line. */
  public record Label(
      double x, double y, String text, int size, boolean bold, Anchor anchor, Ink ink)
      implements Mark {}

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
   * @param role what the mark is for
   * @param index which line or which shade, from 0; 0 for all other roles
   */
  public record Ink(Role role, int index) {

    static final Ink TEXT = new Ink(Role.TEXT, 0);
    static final Ink PAPER = new Ink(Role.PAPER, 0);
    static final Ink MUTED = new Ink(Role.MUTED, 0);
    static final Ink GRID = new Ink(Role.GRID, 0);
    static final Ink AXIS = new Ink(Role.AXIS, 0);

    /** The number of lines that can be told apart. */
    static final int LINES = 12;

    /** The number of shades that can be told apart. */
    static final int SHADES = 5;

    static final int PAPER_LIGHT = 0xffffff;
    static final int PAPER_DARK = 0x161b22;

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

    /** The purpose of a mark. */
    public enum Role {
      TEXT,
      PAPER,
      MUTED,
      GRID,
      AXIS,
      LINE,
      SHADE
    }

    static Ink line(int index) {
      return new Ink(Role.LINE, index);
    }

    /** The shade of one of so many bars, as far apart as they can be. */
    static Ink shade(int bar, int bars) {
      if (bars == 1) {
        return new Ink(Role.SHADE, 2);
      }
      return new Ink(Role.SHADE, (bar * (SHADES - 1) + (bars - 1) / 2) / (bars - 1));
    }

    int onLight() {
      return switch (role) {
        case TEXT -> 0x1f2328;
        case PAPER -> PAPER_LIGHT;
        case MUTED -> 0x57606a;
        case GRID -> 0xe1e5ea;
        case AXIS -> 0x8c959f;
        case LINE -> LINES_LIGHT[index % COLOURS];
        case SHADE -> SHADES_LIGHT[index];
      };
    }

    int onDark() {
      return switch (role) {
        case TEXT -> 0xe6edf3;
        case PAPER -> PAPER_DARK;
        case MUTED -> 0x9ba6b2;
        case GRID -> 0x2d343d;
        case AXIS -> 0x6e7781;
        case LINE -> LINES_DARK[index % COLOURS];
        case SHADE -> SHADES_DARK[index];
      };
    }

    /** The lengths of strokes and gaps, with spaces between; empty for a line without gaps. */
    String dash() {
      return role == Role.LINE
          ? DASHES.get((index + index / COLOURS * (COLOURS / 2)) % DASHES.size())
          : "";
    }

    /** The name of this ink in a style sheet. */
    String cssClass() {
      return switch (role) {
        case TEXT -> "fb-t";
        case PAPER -> "fb-p";
        case MUTED -> "fb-m";
        case GRID -> "fb-g";
        case AXIS -> "fb-a";
        case LINE -> "fb-l" + index;
        case SHADE -> "fb-s" + index;
      };
    }
  }
}
