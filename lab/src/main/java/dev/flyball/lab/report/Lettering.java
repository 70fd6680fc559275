package dev.flyball.lab.report;

import dev.flyball.lab.report.Drawing.Anchor;
import dev.flyball.lab.report.Drawing.Label;

/**
 * The sizes of text on a drawing.
 *
 * <p>Widths are estimated, generously, from the number of characters: a drawing is laid out the
 * same on every machine, whatever fonts it has.
 */
final class Lettering {

  static final int TITLE = 15;
  static final int TEXT = 12;
  static final int LINE_HEIGHT = 18;

  private static final double WIDTH_PER_SIZE = 0.58;

  private Lettering() {}

  static double width(String text) {
    return width(text.length());
  }

  static double width(int characters) {
    return characters * TEXT * WIDTH_PER_SIZE;
  }

  static Label title(double x, double y, String text) {
    return new Label(x, y, text, TITLE, true, Anchor.START, Ink.TEXT);
  }

  static Label text(double x, double y, String text, Anchor anchor) {
    return new Label(x, y, text, TEXT, false, anchor, Ink.TEXT);
  }

  static Label name(double x, double y, String text) {
    return new Label(x, y, text, TEXT, true, Anchor.START, Ink.TEXT);
  }

  static Label muted(double x, double y, String text, Anchor anchor) {
    return new Label(x, y, text, TEXT, false, anchor, Ink.MUTED);
  }

  /** The text, or as much of its beginning as fits into the width, with an ellipsis. */
  static String fitted(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    int fits = (int) (width / (TEXT * WIDTH_PER_SIZE)) - 1;
    return text.substring(0, Math.max(0, Math.min(text.length(), fits))).stripTrailing() + "…";
  }
}
