package dev.flyball.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The writer of a {@link RunReport}'s rows as CSV, for a spreadsheet or a data frame.
 *
 * <p>One line per row, one column per figure, then one for each further value that is text, a
 * number or a boolean; what is not known is empty. Scenario and bench are the row's own where rows
 * have them as further values, else the report's. Lines end in a line feed on every system.
 */
final class RunCsv {

  private static final List<String> QUANTILES = List.of("P50", "P90", "P95", "P99", "Max");

  private final StringBuilder csv = new StringBuilder();

  private RunCsv() {}

  static String of(RunReport report) {
    RunCsv csv = new RunCsv();
    csv.report(report);
    return csv.csv.toString();
  }

  private void report(RunReport report) {
    Set<String> more = more(report.rows());
    List<String> head = new ArrayList<>();
    for (String name : List.of("scenario", "bench")) {
      if (!more.contains(name)) {
        head.add(name);
      }
    }
    head.addAll(List.of("policy", "seed", "offered", "completed", "failed", "throughputPerSecond"));
    QUANTILES.forEach(quantile -> head.add("responseMillis" + quantile));
    QUANTILES.forEach(quantile -> head.add("waitMillis" + quantile));
    head.addAll(List.of("workersMean", "workersMax", "workerSeconds", "resizes"));
    head.addAll(more);
    line(head);
    for (RunRow row : report.rows()) {
      List<String> cells = new ArrayList<>();
      if (!more.contains("scenario")) {
        cells.add(report.scenario());
      }
      if (!more.contains("bench")) {
        cells.add(report.bench());
      }
      cells.addAll(cells(row));
      more.forEach(name -> cells.add(cell(row.extra().values().get(name))));
      line(cells);
    }
  }

  /** The names of the further values, in the order in which they first appear. */
  private static Set<String> more(List<RunRow> rows) {
    Set<String> names = new LinkedHashSet<>();
    for (RunRow row : rows) {
      row.extra()
          .values()
          .forEach((name, value) -> {
            if (!(value instanceof List<?> || value instanceof JsonFields)) {
              names.add(name);
            }
          });
    }
    return names;
  }

  private static List<String> cells(RunRow row) {
    List<String> cells = new ArrayList<>();
    cells.add(row.policy());
    cells.add(String.valueOf(row.seed()));
    cells.add(cell(row.offered()));
    cells.add(cell(row.completed()));
    cells.add(cell(row.failed()));
    cells.add(cell(row.throughputPerSecond()));
    addSpread(cells, row.responseMillis());
    addSpread(cells, row.waitMillis());
    cells.add(cell(row.workersMean()));
    cells.add(cell(row.workersMax()));
    cells.add(cell(row.workerSeconds()));
    cells.add(cell(row.resizes()));
    return cells;
  }

  private static void addSpread(List<String> cells, Spread spread) {
    cells.add(cell(spread.p50()));
    cells.add(cell(spread.p90()));
    cells.add(cell(spread.p95()));
    cells.add(cell(spread.p99()));
    cells.add(cell(spread.max()));
  }

  private static String cell(OptionalLong value) {
    return value.isPresent() ? String.valueOf(value.getAsLong()) : "";
  }

  private static String cell(OptionalDouble value) {
    return value.isPresent() ? Decimals.text(value.getAsDouble()) : "";
  }

  private static String cell(@Nullable Object value) {
    if (value == null || value instanceof List<?> || value instanceof JsonFields) {
      return "";
    }
    return value instanceof Double number ? Decimals.text(number) : value.toString();
  }

  private void line(List<String> cells) {
    for (int i = 0; i < cells.size(); i++) {
      csv.append(i == 0 ? "" : ",").append(quoted(cells.get(i)));
    }
    csv.append('\n');
  }

  /** In quotes where a comma, a quote or a line's end would be taken for the file's own. */
  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
