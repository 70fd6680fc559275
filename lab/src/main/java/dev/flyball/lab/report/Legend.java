package dev.flyball.lab.report;

import dev.flyball.lab.report.Drawing.Anchor;
import dev.flyball.lab.report.Drawing.Mark;
import dev.flyball.lab.report.Drawing.Spot;
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
    if (isLine(ink)) {
      List<Spot> ends = new ArrayList<>();
      ends.add(new Spot(x, line - 4));
      ends.add(new Spot(x + LINE_SAMPLE, line - 4));
      return new Drawing.Curve(ends, ink);
    }
    return new Drawing.Box(x, line - 10, BOX_SAMPLE, 11, ink, "");
  }

  private static double sampleWidth(Ink ink) {
    return isLine(ink) ? LINE_SAMPLE : BOX_SAMPLE;
  }

  private static boolean isLine(Ink ink) {
    return ink.role() == Ink.Role.LINE;
  }
}
