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
}
