package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.policy.Quantiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one policy in one run; a figure that is not known is null in files and NaN here,
 * never 0.
 *
 * @param fields the figures as files have them, those that every row has first
 */
public record RunRow(JsonFields fields) {

  private static final Set<String> QUANTILES = Set.of("responseMillis", "waitMillis");

  /** The table of the figures that every row has. */
  static final Figures<RunRow> SHOWN =
      Figures.of(
          text("policy"),
          shown("seed", "", "seed").shownAs(text("seed").shown()),
          shown("offered", "", "offered"),
          shown("completed", "", "completed"),
          shown("failed", "", "failed"),
          shown("throughput", "/s", "throughputPerSecond"),
          shown("response p50", "ms", "responseMillis", "p50"),
          shown("response p95", "ms", "responseMillis", "p95"),
          shown("response p99", "ms", "responseMillis", "p99"),
          shown("wait p95", "ms", "waitMillis", "p95"),
          shown("workers mean", "", "workersMean"),
          shown("workers max", "", "workersMax"),
          shown("worker time", "s", "workerSeconds"),
          shown("resizes", "", "resizes"));

  /** The same for a terminal that has no room for all. */
  static final Figures<RunRow> NARROW =
      Figures.of(
          text("policy"),
          shown("p50", "ms", "responseMillis", "p50"),
          shown("p95", "ms", "responseMillis", "p95"),
          shown("per s", "", "throughputPerSecond"),
          shown("workers", "", "workersMean"),
          shown("failed", "", "failed"));

  private static Figure<RunRow> text(String name) {
    return Figure.text("", name, row -> String.valueOf(row.fields.values().get(name)));
  }

  private static Figure<RunRow> shown(String title, String unit, String... path) {
    return Figure.number("", title, unit, row -> row.number(path));
  }

  /** A row in which nothing is known yet. */
  public static Builder builder(String policy, long seed) {
    return new Builder(policy, seed);
  }

  /** The number at a path, as in {@code responseMillis}, {@code p95}; NaN where it is not known. */
  public double number(String... path) {
    JsonFields within = fields;
    for (String name : List.of(path).subList(0, path.length - 1)) {
      within = within.values().get(name) instanceof JsonFields inner ? inner : JsonFields.NONE;
    }
    Object value = within.values().get(path[path.length - 1]);
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The figures as CSV has them: quantiles side by side, and no lists. */
  Map<String, String> cells() {
    Map<String, String> cells = new LinkedHashMap<>();
    fields
        .values()
        .forEach((name, value) -> {
          if (value instanceof JsonFields spread && QUANTILES.contains(name)) {
            spread
                .values()
                .forEach((of, figure) -> cells.put(name + capitalised(of), cell(figure)));
          } else if (!(value instanceof List<?> || value instanceof JsonFields)) {
            cells.put(name, cell(value));
          }
        });
    return cells;
  }

  private static String capitalised(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static String cell(@Nullable Object value) {
    return value instanceof Double number
        ? NumberFormat.exact(number)
        : value == null ? "" : value.toString();
  }

  /** Gathers the figures of a row; amounts and counts are at least 0, or NaN. */
  public static final class Builder {

    private JsonFields fields;

    private Builder(String policy, long seed) {
      fields =
          JsonFields.of("policy", Require.notBlank("policy", policy))
              .and("seed", seed)
              .and("offered", Double.NaN)
              .and("completed", Double.NaN)
              .and("failed", Double.NaN)
              .and("throughputPerSecond", Double.NaN)
              .and("responseMillis", Spread.UNKNOWN.json())
              .and("waitMillis", Spread.UNKNOWN.json())
              .and("workersMean", Double.NaN)
              .and("workersMax", Double.NaN)
              .and("workerSeconds", Double.NaN)
              .and("resizes", Double.NaN);
    }

    /** Tasks that arrived. */
    public Builder offered(long tasks) {
      return count("offered", tasks);
    }

    /** Tasks that ended well. */
    public Builder completed(long tasks) {
      return count("completed", tasks);
    }

    /** Tasks that ended with an error. */
    public Builder failed(long tasks) {
      return count("failed", tasks);
    }

    /** Completed tasks per second of the run. */
    public Builder throughputPerSecond(double tasksPerSecond) {
      return amount("throughputPerSecond", tasksPerSecond);
    }

    /** From arrival to end. */
    public Builder responseMillis(Spread response) {
      return set("responseMillis", response.json());
    }

    /** From arrival to start. */
    public Builder waitMillis(Spread wait) {
      return set("waitMillis", wait.json());
    }

    /** Workers alive, averaged over the run's time. */
    public Builder workersMean(double workers) {
      return amount("workersMean", workers);
    }

    /** The most workers alive at once. */
    public Builder workersMax(long workers) {
      return count("workersMax", workers);
    }

    /** The sum of the workers' lifetimes, which is what the pool cost. */
    public Builder workerSeconds(double seconds) {
      return amount("workerSeconds", seconds);
    }

    /** How often the number of workers was changed. */
    public Builder resizes(long times) {
      return count("resizes", times);
    }

    /** What else this run measured. */
    public Builder extra(String name, Object value) {
      fields = fields.and(name, value);
      return this;
    }

    /** What else this run measured, as far as files have it. */
    public <T> Builder extras(Figures<T> figures, T of) {
      fields = figures.addTo(fields, of);
      return this;
    }

    public RunRow build() {
      return new RunRow(fields);
    }

    private Builder count(String name, long value) {
      if (value < 0) {
        throw new IllegalArgumentException(
            name + " must be at least 0, or unknown, but was " + value);
      }
      return set(name, value);
    }

    private Builder amount(String name, double value) {
      if (value < 0 || Double.isInfinite(value)) {
        throw new IllegalArgumentException(
            name + " must be a finite number of at least 0, or unknown, but was " + value);
      }
      return set(name, value);
    }

    private Builder set(String name, Object value) {
      fields = fields.set(name, value);
      return this;
    }
  }

  /**
   * Quantiles of a time in milliseconds; NaN is not known.
   *
   * @param p50 the median
   * @param p90 its 90th percentile
   * @param p95 its 95th percentile
   * @param p99 its 99th percentile
   * @param max the longest
   */
  public record Spread(double p50, double p90, double p95, double p99, double max) {

    /** Nothing is known: it was not measured, or no task ended. */
    public static final Spread UNKNOWN =
        new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    private static final double NANOS_PER_MILLI = 1e6;

    /** The quantiles of a window, in which some task may not have ended. */
    public static Spread of(Quantiles quantiles) {
      return quantiles.isEmpty()
          ? UNKNOWN
          : new Spread(
              quantiles.p50Nanos() / NANOS_PER_MILLI,
              quantiles.p90Nanos() / NANOS_PER_MILLI,
              quantiles.p95Nanos() / NANOS_PER_MILLI,
              quantiles.p99Nanos() / NANOS_PER_MILLI,
              quantiles.maxNanos() / NANOS_PER_MILLI);
    }

    JsonFields json() {
      return JsonFields.of("p50", p50)
          .and("p90", p90)
          .and("p95", p95)
          .and("p99", p99)
          .and("max", max);
    }
  }
}
