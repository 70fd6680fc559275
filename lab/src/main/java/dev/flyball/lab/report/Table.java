package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.report.text.TextWidth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of text and numbers, for pages and, as plain text in columns of a fixed width, for
 * terminals and golden files.
 *
 * @param title the section's heading
 * @param columns the columns, at least one
 * @param rows the cells, row by row, each row as long as there are columns
 * @param marked the numbers of the rows that matter most, from 0
 */
public record Table(String title, List<Column> columns, List<List<Cell>> rows, Set<Integer> marked)
    implements Section {

  private static final String GAP = "  ";

  public Table {
    Require.notBlank("title", title);
    columns = List.copyOf(columns);
    Require.atLeast("columns", 1, columns.size());
    List<List<Cell>> copy = new ArrayList<>();
    for (List<Cell> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "row must have " + columns.size() + " cells but had " + row.size());
      }
      copy.add(List.copyOf(row));
    }
    rows = List.copyOf(copy);
    marked = Set.copyOf(marked);
  }

  /** A table without rows that are marked. */
  public Table(String title, List<Column> columns, List<List<Cell>> rows) {
    this(title, columns, rows, Set.of());
  }

  public static Table of(String title, Column... columns) {
    return new Table(title, List.of(columns), List.of());
  }

  /**
   * This table and one more row below. A number, or a present optional of one, is written like the
   * others of its column; an empty optional and NaN are not known; all else is text.
   */
  public Table row(Object... cells) {
    List<List<Cell>> more = new ArrayList<>(rows);
    List<Cell> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Cell.of(cell));
    }
    more.add(row);
    return new Table(title, columns, more, marked);
  }

  /** This table with its last row marked, if that row matters most. */
  public Table markedIf(boolean matters) {
    Set<Integer> more = new HashSet<>(marked);
    if (matters) {
      more.add(rows.size() - 1);
    }
    return new Table(title, columns, rows, more);
  }

  /** This table without the last columns, as far as it is wider than so many characters. */
  public Table fitting(int width) {
    Table fitting = this;
    while (fitting.width() > width && fitting.columns.size() > 1) {
      int kept = fitting.columns.size() - 1;
      fitting =
          new Table(
              title,
              columns.subList(0, kept),
              rows.stream().map(row -> row.subList(0, kept)).toList(),
              marked);
    }
    return fitting;
  }

  /** How many characters its lines need, wide ones counted twice. */
  public int width() {
    return lines().stream().mapToInt(TextWidth::columns).max().orElse(0);
  }

  /** A line of headings, a line below them, and a line for each row. */
  public List<String> lines() {
    List<List<String>> cells =
        new ArrayList<>(List.of(columns.stream().map(Column::heading).toList()));
    cells.addAll(texts());
    int[] widths =
        IntStream.range(0, columns.size())
            .map(column ->
                cells.stream()
                    .mapToInt(row -> TextWidth.columns(TextWidth.printable(row.get(column))))
                    .max()
                    .orElse(0))
            .toArray();
    cells.add(1, IntStream.of(widths).mapToObj("-"::repeat).toList());
    return cells.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> cells, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(column -> {
          String cell = TextWidth.printable(cells.get(column));
          return columns.get(column).numeric()
              ? TextWidth.indented(cell, widths[column])
              : TextWidth.padded(cell, widths[column]);
        })
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }

  /** The lines, each ending in a line feed. */
  public String text() {
    return String.join("\n", lines()) + "\n";
  }

  /** The rows as they are shown: each numeric column with one number of decimals. */
  public List<List<String>> texts() {
    int[] decimals = new int[columns.size()];
    for (int column = 0; column < decimals.length; column++) {
      decimals[column] = decimals(column);
    }
    List<List<String>> texts = new ArrayList<>();
    for (List<Cell> row : rows) {
      List<String> line = new ArrayList<>();
      for (int column = 0; column < decimals.length; column++) {
        line.add(row.get(column).shown(decimals[column]));
      }
      texts.add(List.copyOf(line));
    }
    return List.copyOf(texts);
  }

  private int decimals(int column) {
    List<Double> numbers = new ArrayList<>();
    for (List<Cell> row : rows) {
      row.get(column).number().ifPresent(numbers::add);
    }
    return NumberFormat.decimals(numbers);
  }

  /**
   * One cell: a number, or else text.
   *
   * @param text what is shown if it is not a number
   * @param number the number, if it is one
   */
  public record Cell(String text, OptionalDouble number) {

    private static final Cell UNKNOWN = new Cell(NumberFormat.UNKNOWN, OptionalDouble.empty());

    static Cell of(Object value) {
      if (value instanceof Number number) {
        return of(number.doubleValue());
      }
      if (value instanceof OptionalDouble number) {
        return number.isPresent() ? of(number.getAsDouble()) : UNKNOWN;
      }
      if (value instanceof OptionalLong number) {
        return number.isPresent() ? of((double) number.getAsLong()) : UNKNOWN;
      }
      if (value instanceof OptionalInt number) {
        return number.isPresent() ? of((double) number.getAsInt()) : UNKNOWN;
      }
      return new Cell(value.toString(), OptionalDouble.empty());
    }

    private static Cell of(double number) {
      return Double.isNaN(number) ? UNKNOWN : new Cell("", OptionalDouble.of(number));
    }

    private String shown(int decimals) {
      return number.isPresent() ? NumberFormat.text(number.getAsDouble(), decimals) : text;
    }
  }

  /**
   * A column of a {@link Table}.
   *
   * @param name what is in the column
   * @param unit the unit of its numbers, or empty
   * @param numeric whether it is aligned as numbers are, to the right
   */
  public record Column(String name, String unit, boolean numeric) {

    public Column {
      Require.notBlank("name", name);
      if (!numeric && !unit.isEmpty()) {
        throw new IllegalArgumentException("unit must be empty for text but was '" + unit + "'");
      }
    }

    public static Column text(String name) {
      return new Column(name, "", false);
    }

    public static Column number(String name) {
      return new Column(name, "", true);
    }

    public static Column number(String name, String unit) {
      return new Column(name, unit, true);
    }

    /** The name with its unit, as a table's head shows it. */
    public String heading() {
      return unit.isEmpty() ? name : name + ", " + unit;
    }
  }
}
