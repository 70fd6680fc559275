package dev.flyball.tools.cli.race;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A race's page on a terminal: the boards, then the ranking, last what came out. */
final class RaceView {

  /** The width of a board in the terminal; the page and the files have the further columns. */
  private static final int COLUMNS = 120;

  private RaceView() {}

  static void show(Findings findings, PrintWriter out) {
    List<Section> sections = findings.page().sections();
    int boards = boardsFrom(sections);
    List<Section> ordered = new ArrayList<>(sections.subList(boards, sections.size()));
    ordered.addAll(sections.subList(0, boards));
    FittedPage.show(ordered, findings.page().headline(), FittedPage.columns(COLUMNS), out);
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
}
