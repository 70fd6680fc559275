package dev.flyball.lab.race;

import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure that every row of some kind has, defined once for files, pages and terminals.
 *
 * @param <T> a row
 * @param key its name in files
 * @param column its column in tables
 * @param inFile its value as files have it
 * @param shown its value as tables have it
 */
record RowFigure<T>(
    String key, Column column, Function<T, Object> inFile, Function<T, String> shown) {

  private static final double PERCENT = 100;

  /** A number, shown with so many decimals. */
  static <T> RowFigure<T> number(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return number(key, Column.number(title), decimals, 1, of);
  }

  /** A number of which three digits are shown, for it may be 1 as well as thousands. */
  static <T> RowFigure<T> digits(String key, String title, ToDoubleFunction<T> of) {
    return new RowFigure<>(
        key,
        Column.number(title),
        row -> RaceFigures.rounded(of.applyAsDouble(row)),
        row -> NumberFormat.text(of.applyAsDouble(row)));
  }

  /** Seconds, shown with so many decimals. */
  static <T> RowFigure<T> seconds(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return number(key, Column.number(title, "s"), decimals, 1, of);
  }

  /** A share, shown in percent. */
  static <T> RowFigure<T> share(String key, String title, int decimals, ToDoubleFunction<T> of) {
    return number(key, Column.number(title, "%"), decimals, PERCENT, of);
  }

  /** A whole number, such as a seed. */
  static <T> RowFigure<T> whole(String key, String title, Function<T, Long> of) {
    return new RowFigure<>(
        key, Column.number(title), of::apply, row -> String.valueOf(of.apply(row)));
  }

  /** A text. */
  static <T> RowFigure<T> text(String key, String title, Function<T, String> of) {
    return new RowFigure<>(key, Column.text(title), of::apply, of);
  }

  private static <T> RowFigure<T> number(
      String key, Column column, int decimals, double times, ToDoubleFunction<T> of) {
    return new RowFigure<>(
        key,
        column,
        row -> RaceFigures.rounded(of.applyAsDouble(row)),
        row -> RaceTables.shown(times * of.applyAsDouble(row), decimals));
  }

  /** Some values with a row's figures behind. */
  static <T> JsonFields addTo(JsonFields values, List<RowFigure<T>> figures, T row) {
    JsonFields more = values;
    for (RowFigure<T> figure : figures) {
      more = more.and(figure.key, figure.inFile.apply(row));
    }
    return more;
  }

  /** A table with a line for each row. */
  static <T> Table table(String title, List<RowFigure<T>> figures, List<T> rows) {
    Table table = new Table(title, figures.stream().map(RowFigure::column).toList(), List.of());
    for (T row : rows) {
      List<String> cells = new ArrayList<>();
      figures.forEach(figure -> cells.add(figure.shown.apply(row)));
      table = table.row(cells.toArray());
    }
    return table;
  }
}
