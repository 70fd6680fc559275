package dev.flyball.lab.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in plain text: text to the left, numbers to the right, two blanks between columns.
 *
 * @param columns the columns, at least one
 * @param rows the cells, row by row, each row as long as there are columns
 */
public record TextTable(List<Column> columns, List<List<String>> rows) {

  private static final String GAP = "  ";

  public TextTable {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("columns must be at least 1 but were 0");
    }
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "row must have " + columns.size() + " cells but had " + row.size());
      }
    }
  }

  public static TextTable of(Column... columns) {
    return new TextTable(List.of(columns), List.of());
  }

  /** A report's table in plain text. */
  public static TextTable of(Table table) {
    List<Column> columns =
        table.columns().stream()
            .map(column -> new Column(column.heading(), column.numeric()))
            .toList();
    return new TextTable(columns, table.texts());
  }

  /** This table without its last columns, as many as it takes to fit; at least one is left. */
  public TextTable fitting(int width) {
    TextTable fitting = this;
    while (fitting.width() > width && fitting.columns.size() > 1) {
      int kept = fitting.columns.size() - 1;
      fitting =
          new TextTable(
              fitting.columns.subList(0, kept),
              fitting.rows.stream().map(row -> row.subList(0, kept)).toList());
    }
    return fitting;
  }

  /** How many characters its widest line has. */
  public int width() {
    return lines().stream().mapToInt(TextWidth::columns).max().orElse(0);
  }

  /** A column of text. */
  public static Column left(String name) {
    return new Column(name, false);
  }

  /** A column of numbers. */
  public static Column right(String name) {
    return new Column(name, true);
  }

  /** This table and one more row below. */
  public TextTable row(Object... cells) {
    List<String> texts = new ArrayList<>();
    for (Object cell : cells) {
      texts.add(cell.toString());
    }
    List<List<String>> more = new ArrayList<>(rows);
    more.add(texts);
    return new TextTable(columns, more);
  }

  /** The lines: the names, a rule, the rows; none ends in a blank. */
  public List<String> lines() {
    List<Integer> widths = widths();
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::name).toList(), widths));
    lines.add(line(widths.stream().map("-"::repeat).toList(), widths));
    for (List<String> row : rows) {
      lines.add(line(row, widths));
    }
    return List.copyOf(lines);
  }

  /** The lines, each ending in a line feed. */
  @Override
  public String toString() {
    return String.join("\n", lines()) + "\n";
  }

  private List<Integer> widths() {
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int width = TextWidth.columns(TextWidth.printable(columns.get(i).name()));
      for (List<String> row : rows) {
        width = Math.max(width, TextWidth.columns(TextWidth.printable(row.get(i))));
      }
      widths.add(width);
    }
    return widths;
  }

  private String line(List<String> cells, List<Integer> widths) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      String cell = TextWidth.printable(cells.get(i));
      padded.add(
          columns.get(i).numeric()
              ? TextWidth.indented(cell, widths.get(i))
              : TextWidth.padded(cell, widths.get(i)));
    }
    return String.join(GAP, padded).stripTrailing();
  }

  /**
   * A column.
   *
   * @param name its head
   * @param numeric whether it is aligned to the right
   */
  public record Column(String name, boolean numeric) {}
}
