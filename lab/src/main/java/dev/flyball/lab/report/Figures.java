package dev.flyball.lab.report;

import dev.flyball.lab.report.Table.Column;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The figures that every result of some kind has, in the order of files and tables.
 *
 * @param <T> a result
 */
public record Figures<T>(List<Figure<T>> all) {

  public Figures {
    all = List.copyOf(all);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Figures<T> of(Figure<T>... figures) {
    return new Figures<>(List.of(figures));
  }

  /** These, and then others. */
  public Figures<T> and(Figures<T> others) {
    return new Figures<>(Stream.concat(all.stream(), others.all.stream()).toList());
  }

  /** Some of these, named by their keys, in an order of their own. */
  public Figures<T> only(String... keys) {
    return new Figures<>(
        Stream.of(keys)
            .flatMap(key -> all.stream().filter(figure -> figure.key().equals(key)))
            .toList());
  }

  /** One result's figures as files have them. */
  public JsonFields json(T of) {
    return addTo(JsonFields.NONE, of);
  }

  /** Many results' figures as files have them. */
  public List<JsonFields> json(List<T> results) {
    return results.stream().map(this::json).toList();
  }

  /** Fields, and then one result's figures. */
  public JsonFields addTo(JsonFields fields, T of) {
    JsonFields more = fields;
    for (Figure<T> figure : all) {
      more = figure.key().isEmpty() ? more : more.and(figure.key(), figure.inFiles().apply(of));
    }
    return more;
  }

  /** The results as a table, a row for each. */
  public Table table(String title, List<T> results) {
    return table(title, results, result -> false);
  }

  /** The results as a table, a row for each; marked are those that matter most. */
  public Table table(String title, List<T> results, Predicate<? super T> matters) {
    List<Figure<T>> shown = all.stream().filter(figure -> !figure.title().isEmpty()).toList();
    List<Column> columns =
        shown.stream()
            .map(figure -> new Column(figure.title(), figure.unit(), figure.numeric()))
            .toList();
    Table table = new Table(title, columns, List.of());
    for (T result : results) {
      Object[] cells = shown.stream().map(figure -> figure.shown().apply(result)).toArray();
      table = table.row(cells).markedIf(matters.test(result));
    }
    return table;
  }
}
