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

  private static final double SAMPLE = 30;
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
      String name = Lettering.fitted(entry.name(), right - left - SAMPLE - SAMPLE_GAP);
      double width = SAMPLE + SAMPLE_GAP + Lettering.width(name);
      if (x > left && x + width > right) {
        x = left;
        line += Lettering.LINE_HEIGHT;
      }
      marks.add(sample(entry.ink(), x, line));
      marks.add(Lettering.text(x + SAMPLE + SAMPLE_GAP, line, name, Anchor.START));
      x += width + ENTRY_GAP;
    }
    return line + 6;
  }

  private static Mark sample(Ink ink, double x, double line) {
    if (ink.role() == Ink.Role.LINE) {
      List<Spot> ends = new ArrayList<>();
      ends.add(new Spot(x, line - 4));
      ends.add(new Spot(x + SAMPLE, line - 4));
      return new Drawing.Curve(ends, ink);
    }
    return new Drawing.Box(x + SAMPLE - 14, line - 10, 14, 11, ink, "");
  }
}
