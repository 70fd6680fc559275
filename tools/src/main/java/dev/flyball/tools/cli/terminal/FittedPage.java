package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.text.TextWidth;
import java.io.PrintWriter;
import java.util.List;

/**
 * A page on a terminal: its tables without the last columns that do not fit, its paragraphs broken
 * into lines, its verdict at the end, where the eye is.
 */
public final class FittedPage {

  private static final int PARAGRAPH_WIDTH = 100;

  private FittedPage() {}

  public static void show(Findings findings, PrintWriter out) {
    show(findings.page().sections(), findings.page().headline(), columns(), out);
  }

  /** As many as the terminal has; without one, no end of them. */
  public static int columns() {
    return columns(Integer.MAX_VALUE);
  }

  /** As many as the terminal has; without one, so many. */
  public static int columns(int otherwise) {
    Terminal here = Terminal.here();
    return here.live() ? here.columns() : otherwise;
  }

  public static void show(List<Section> sections, Headline headline, int columns, PrintWriter out) {
    for (Section section : sections) {
      if (section instanceof Table table) {
        print(table.title(), table, columns, out);
      } else if (section instanceof Printed printed) {
        print(
            printed.title(),
            Printed.FIGURES.table(printed.title(), printed.claims()),
            columns,
            out);
      } else if (section instanceof Paragraph paragraph) {
        print(paragraph.text(), columns, out);
      }
    }
    print(headline, columns, out);
  }

  /** Why not to trust the figures, if there is a reason, and what came out. */
  public static void print(Headline headline, int columns, PrintWriter out) {
    if (!headline.doubts().isEmpty()) {
      print(Headline.DOUBTED + " " + String.join("; ", headline.doubts()) + ".", columns, out);
    }
    print(headline.text(), columns, out);
    out.println();
  }

  /** A table below its title, which is broken into lines like all text. */
  public static void print(String title, Table table, int columns, PrintWriter out) {
    print(title, columns, out);
    out.println();
    table.fitting(columns).lines().forEach(out::println);
  }

  /** A text below an empty line, broken into lines. */
  static void print(String text, int columns, PrintWriter out) {
    int width = Math.min(columns, PARAGRAPH_WIDTH);
    out.println();
    StringBuilder line = new StringBuilder();
    for (String word : TextWidth.printable(text).split(" ", -1)) {
      if (TextWidth.columns(line + " " + word) > width && line.length() > 0) {
        out.println(line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    out.println(line);
  }
}
