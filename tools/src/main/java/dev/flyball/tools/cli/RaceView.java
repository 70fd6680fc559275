package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.report.Paragraph;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A race's page on a terminal: the boards, then the ranking, last what came out. */
final class RaceView {

  private static final int PARAGRAPH_WIDTH = 100;

  private RaceView() {}

  static void show(Findings findings, PrintWriter out) {
    Terminal here = Terminal.here();
    int columns = here.live() ? here.columns() : Integer.MAX_VALUE;
    List<Section> sections = findings.page().sections();
    int boards = boardsFrom(sections);
    List<Section> ordered = new ArrayList<>(sections.subList(boards, sections.size()));
    ordered.addAll(sections.subList(0, boards));
    for (Section section : ordered) {
      if (section instanceof Table table) {
        Outputs.print(table.title(), TextTable.of(table).fitting(columns), out);
      } else if (section instanceof Paragraph paragraph) {
        print(paragraph.text(), Math.min(columns, PARAGRAPH_WIDTH), out);
      }
    }
    print(findings.page().summary(), Math.min(columns, PARAGRAPH_WIDTH), out);
    out.println();
  }

  /** Where the boards begin: behind the ranking, if there is one, and the formulas. */
  private static int boardsFrom(List<Section> sections) {
    int boards = 0;
    boolean formulas = false;
    while (boards < sections.size() && !(formulas && sections.get(boards) instanceof Table)) {
      formulas |= sections.get(boards) instanceof Paragraph;
      boards++;
    }
    return boards;
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
