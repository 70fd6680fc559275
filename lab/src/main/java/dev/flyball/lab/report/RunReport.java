package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine-readable form of a run: what was run, one row per policy and seed, and what else the
 * run has to say. Names that were once written stay as they are.
 *
 * @param scenario what was run
 * @param bench where it was run: {@code real} or {@code virtual}
 * @param rows one row per policy and seed, in the order in which they are to be read
 * @param extra further top-level values: machine, parameters, printed figures beside measured ones
 */
public record RunReport(String scenario, String bench, List<RunRow> rows, JsonFields extra) {

  private static final Set<String> TAKEN = Set.of("scenario", "bench", "rows");

  public RunReport {
    Require.notBlank("scenario", scenario);
    Require.notBlank("bench", bench);
    rows = List.copyOf(rows);
  }

  public static RunReport of(String scenario, String bench, List<RunRow> rows) {
    return new RunReport(scenario, bench, rows, JsonFields.NONE);
  }

  /** This report with one more top-level value behind the others. */
  public RunReport with(String name, Object value) {
    if (TAKEN.contains(name)) {
      throw new IllegalArgumentException("name must not be taken but was '" + name + "'");
    }
    return new RunReport(scenario, bench, rows, extra.and(name, value));
  }

  /** The report as JSON, ending in a line feed. */
  public String json() {
    return JsonFields.of("scenario", scenario)
        .and("bench", bench)
        .and("rows", rows.stream().map(RunRow::fields).toList())
        .and(extra)
        .json();
  }

  /**
   * The rows as CSV: a line of names, then one line per row, each ending in a line feed. Lists and
   * fields within a row are left out, but for its quantiles.
   */
  public String csv() {
    Set<String> names = new LinkedHashSet<>(RunRow.builder("any", 0).build().cells().keySet());
    rows.forEach(row -> names.addAll(row.cells().keySet()));
    Map<String, String> ofAll = new LinkedHashMap<>();
    ofAll.put("scenario", scenario);
    ofAll.put("bench", bench);
    ofAll.keySet().removeAll(names); // where each row says it by itself
    StringBuilder csv = new StringBuilder();
    line(csv, Stream.concat(ofAll.keySet().stream(), names.stream()));
    for (RunRow row : rows) {
      Map<String, String> cells = row.cells();
      line(
          csv,
          Stream.concat(
              ofAll.values().stream(), names.stream().map(name -> cells.getOrDefault(name, ""))));
    }
    return csv.toString();
  }

  private static void line(StringBuilder csv, Stream<String> cells) {
    csv.append(cells.map(RunReport::quoted).collect(Collectors.joining(","))).append('\n');
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /** The figures that every row has, as a table. */
  public Table table(String title) {
    return table(title, "");
  }

  /** The same, with the rows of a policy marked. */
  public Table table(String title, String policy) {
    return RunRow.SHOWN.table(
        title, rows, row -> policy.equals(row.fields().values().get("policy")));
  }

  /** The figures of which there is room for on every terminal. */
  public Table narrowTable() {
    return RunRow.NARROW.table(scenario, rows);
  }
}
