package dev.flyball.lab.report.chart;

import dev.flyball.lab.report.chart.Drawing.Anchor;
import dev.flyball.lab.report.chart.Drawing.Ink;
import dev.flyball.lab.report.chart.Drawing.Label;
import dev.flyball.lab.report.chart.Drawing.Mark;
import dev.flyball.lab.report.chart.Drawing.Spot;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of what a chart shows, each behind a sample of its ink, in as many lines as they need.
 *
 * @param entries the names and their inks, in the order in which they are shown
 */
record Legend(List<Entry> entries) {

  private static final double LINE_SAMPLE = 30;
  private static final double BOX_SAMPLE = 14;
  private static final double SAMPLE_GAP = 7;
  private static final double ENTRY_GAP = 18;

  Legend {
    entries = List.copyOf(entries);
  }

  /** A name and the ink of what it names. */
  record Entry(String name, Ink ink) {}

  /** Draws the legend below y, and returns where it ends. */
  double drawOn(List<Mark> marks, double left, double y, double right) {
    double x = left;
    double line = y + Lettering.LINE_HEIGHT;
    for (Entry entry : entries) {
      double named = sampleWidth(entry.ink()) + SAMPLE_GAP;
      String name = Lettering.fitted(entry.name(), right - left - named);
      double width = named + Lettering.width(name);
      if (x > left && x + width > right) {
        x = left;
        line += Lettering.LINE_HEIGHT;
      }
      marks.add(sample(entry.ink(), x, line));
      marks.add(Lettering.text(x + named, line, name, Anchor.START));
      x += width + ENTRY_GAP;
    }
    return line + 6;
  }

  private static Mark sample(Ink ink, double x, double line) {
    if (ink.isLine()) {
      List<Spot> ends = new ArrayList<>();
      ends.add(new Spot(x, line - 4));
      ends.add(new Spot(x + LINE_SAMPLE, line - 4));
      return new Drawing.Curve(ends, ink);
    }
    return new Drawing.Box(x, line - 10, BOX_SAMPLE, 11, ink, "");
  }

  private static double sampleWidth(Ink ink) {
    return ink.isLine() ? LINE_SAMPLE : BOX_SAMPLE;
  }

  /**
   * The sizes of text on a drawing.
   *
   * <p>Widths are estimated, generously, from the number of characters: a drawing is laid out the
   * same on every machine, whatever fonts it has.
   */
  static final class Lettering {

    /** What stays free around a drawing. */
    static final double MARGIN = 8;

    static final int TITLE = 15;
    static final int TEXT = 12;
    static final int LINE_HEIGHT = 18;

    private static final double TITLE_HEIGHT = 20;

    /** How wide a text is that is as wide as a title, which is larger and bold, once it is one. */
    private static final double TEXT_PER_TITLE = 0.78;

    private static final double WIDTH_PER_SIZE = 0.58;

    private Lettering() {}

    static double width(String text) {
      return width(text.length());
    }

    static double width(int characters) {
      return characters * TEXT * WIDTH_PER_SIZE;
    }

    /** Draws the title, if there is one, and returns where there is room below it. */
    static double top(List<Mark> marks, String title, int width) {
      if (title.isEmpty()) {
        return MARGIN;
      }
      double base = MARGIN + TITLE_HEIGHT;
      String fitted = fitted(title, (width - 2 * MARGIN) * TEXT_PER_TITLE);
      marks.add(new Label(MARGIN, base, fitted, TITLE, true, Anchor.START, Ink.TEXT));
      return base;
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
}
