package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * A page on a terminal: its tables without the last columns that do not fit, its paragraphs broken
 * into lines, its summary at the end, where the eye is.
 */
final class FittedPage {

  private static final int PARAGRAPH_WIDTH = 100;

  private FittedPage() {}

  static void show(Findings findings, PrintWriter out) {
    show(findings.page().sections(), findings.page().summary(), columns(), out);
  }

  /** As many as the terminal has; without one, no end of them. */
  static int columns() {
    Terminal here = Terminal.here();
    return here.live() ? here.columns() : Integer.MAX_VALUE;
  }

  static void show(List<Section> sections, String summary, int columns, PrintWriter out) {
    int width = Math.min(columns, PARAGRAPH_WIDTH);
    for (Section section : sections) {
      if (section instanceof Table table) {
        Outputs.print(table.title(), TextTable.of(table).fitting(columns), out);
      } else if (section instanceof Printed printed) {
        Outputs.print(printed.title(), TextTable.of(table(printed)).fitting(columns), out);
      } else if (section instanceof Paragraph paragraph) {
        print(paragraph.text(), width, out);
      }
    }
    print(summary, width, out);
    out.println();
  }

  private static Table table(Printed printed) {
    Table table =
        Table.of(
            printed.title(),
            Column.text("figure"),
            Column.text("unit"),
            Column.text("printed"),
            Column.text("measured"),
            Column.text("verdict"));
    for (Printed.Claim claim : printed.claims()) {
      table =
          table.row(
              claim.what(),
              claim.unit(),
              Figures.text(claim.printed()),
              Figures.text(claim.measured()),
              claim.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    return table;
  }

  private static void print(String text, int width, PrintWriter out) {
    out.println();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() + 1 + word.length() > width && line.length() > 0) {
        out.println(line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    out.println(line);
  }
}
