package dev.flyball.lab.report;

import static dev.flyball.lab.report.Column.number;
import static dev.flyball.lab.report.Column.text;

import java.util.List;
import java.util.Set;

/**
 * The machine-readable form of a run: what was run, one row per policy and seed, and what else the
 * run has to say.
 *
 * <p>The names and the order of the fields it is written with stay as they are; fields are only
 * ever added, behind those that were there.
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
    for (String name : extra.values().keySet()) {
      if (TAKEN.contains(name)) {
        throw new IllegalArgumentException(
            "extra must not have a field every run has but had '" + name + "'");
      }
    }
  }

  public static RunReport of(String scenario, String bench, List<RunRow> rows) {
    return new RunReport(scenario, bench, rows, JsonFields.NONE);
  }

  /** This report with one more top-level value behind the others. */
  public RunReport with(String name, Object value) {
    return new RunReport(scenario, bench, rows, extra.and(name, value));
  }

  /** The report as JSON, ending in a line feed. */
  public String json() {
    return RunJson.of(this);
  }

  /** The rows as CSV: a line of names, then one line per row, each ending in a line feed. */
  public String csv() {
    return RunCsv.of(this);
  }

  /** The rows as a table for the readable report. */
  public Table table(String title) {
    Table table =
        Table.of(
            title,
            text("policy"),
            number("seed"),
            number("offered"),
            number("completed"),
            number("failed"),
            number("throughput", "/s"),
            number("response p50", "ms"),
            number("response p95", "ms"),
            number("response p99", "ms"),
            number("wait p95", "ms"),
            number("workers mean"),
            number("workers max"),
            number("worker time", "s"),
            number("resizes"));
    for (RunRow row : rows) {
      table =
          table.row(
              row.policy(),
              String.valueOf(row.seed()),
              row.offered(),
              row.completed(),
              row.failed(),
              row.throughputPerSecond(),
              row.responseMillis().p50(),
              row.responseMillis().p95(),
              row.responseMillis().p99(),
              row.waitMillis().p95(),
              row.workersMean(),
              row.workersMax(),
              row.workerSeconds(),
              row.resizes());
    }
    return table;
  }
}
