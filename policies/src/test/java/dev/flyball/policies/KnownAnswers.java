package dev.flyball.policies;

import dev.flyball.policy.CurvePlant;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Where each climber ends on curves whose best size is known, as the rows of two tables. */
final class KnownAnswers {

  /** The starts: 1, 2, 4, ... 512. */
  static final List<Integer> STARTS = IntStream.range(0, 10).map(i -> 1 << i).boxed().toList();

  static final List<Double> NOISES = List.of(0.05, 0.10, 0.20, 0.30);

  private static final int SEEDS = 100;
  private static final int CONNECTIONS = 10_000;
  private static final double GOOD = 0.9;
  private static final int STRETCH = 10;
  private static final int STRETCH_GOOD = 9;

  /** A curve and the size that is best: its top, or the first of the sizes that are as good. */
  enum Curve {
    FALLING_LINEAR("rises, falls from 24 on", 24),
    FALLING_SPLINE("the same, smooth", 24),
    FLAT_LINEAR("rises, flat from 32 on", 32),
    FLAT_SPLINE("the same, smooth", 32);

    final String title;
    final int best;

    Curve(String title, int best) {
      this.title = title;
      this.best = best;
    }

    double throughput(double size) {
      return switch (this) {
        case FALLING_LINEAR -> CurvePlant.RISING_THEN_FALLING.linear(size);
        case FALLING_SPLINE -> CurvePlant.RISING_THEN_FALLING.spline(size);
        case FLAT_LINEAR -> CurvePlant.RISING_THEN_FLAT.linear(size);
        case FLAT_SPLINE -> CurvePlant.RISING_THEN_FLAT.spline(size);
      };
    }

    boolean good(int size) {
      return throughput(size) >= GOOD * throughput(best);
    }
  }

  /**
   * How one run ended.
   *
   * @param size the size, averaged over the last tenth of the run
   * @param good whether the throughput of the sizes of that time is, on average, within a tenth of
   *     the best
   * @param windows the windows before the first ten of which nine were so; all, where there are
   *     none
   */
  record End(double size, boolean good, int windows) {}

  private KnownAnswers() {}

  /** A run without noise lasts as long as the climber's runs do, one with noise half as long. */
  static End run(Climber climber, Curve curve, int start, double noise, long seed) {
    CurvePlant plant =
        new CurvePlant(curve::throughput, noise, climber.windowSeconds(), CONNECTIONS);
    int windows = noise == 0 ? climber.windows() : climber.windows() / 2;
    List<Integer> sizes = plant.run(climber.policy(seed), start, windows, seed);
    List<Integer> last = sizes.subList(sizes.size() - sizes.size() / 10, sizes.size());
    double size = last.stream().mapToInt(Integer::intValue).average().orElseThrow();
    double throughput = last.stream().mapToDouble(curve::throughput).average().orElseThrow();
    return new End(size, throughput >= GOOD * curve.throughput(curve.best), goodFrom(sizes, curve));
  }

  private static int goodFrom(List<Integer> sizes, Curve curve) {
    int good = 0;
    for (int window = 0; window < sizes.size(); window++) {
      good += curve.good(sizes.get(window)) ? 1 : 0;
      good -= window >= STRETCH && curve.good(sizes.get(window - STRETCH)) ? 1 : 0;
      if (good >= STRETCH_GOOD) {
        return Math.max(0, window + 1 - STRETCH);
      }
    }
    return sizes.size();
  }

  // ---- Without noise

  static boolean found(Climber climber, Curve curve, End end) {
    return Math.abs(end.size() - curve.best) <= climber.near();
  }

  static String withoutNoise() {
    List<String> lines = new ArrayList<>();
    lines.add("| policy | curve | " + joined(STARTS, start -> "from " + start) + " | found |");
    lines.add("|---|---|" + "---|".repeat(STARTS.size() + 1));
    for (Climber climber : Climber.ALL) {
      for (Curve curve : Curve.values()) {
        List<End> ends = STARTS.stream().map(start -> run(climber, curve, start, 0, 1)).toList();
        long found = ends.stream().filter(end -> found(climber, curve, end)).count();
        lines.add(
            String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %d of %d |",
                climber.specification(),
                curve.title,
                joined(ends, end -> shown(end.size(), found(climber, curve, end))),
                found,
                STARTS.size()));
      }
    }
    return String.join("\n", lines);
  }

  private static String shown(double size, boolean found) {
    String text = decimal(size);
    return found ? "**" + text + "**" : text;
  }

  // ---- With noise

  static String withNoise() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| policy | curve | "
            + joined(NOISES, noise -> Math.round(noise * 100) + " % noise")
            + " |");
    lines.add("|---|---|" + "---|".repeat(NOISES.size()));
    for (Climber climber : Climber.ALL) {
      for (Curve curve : List.of(Curve.FALLING_LINEAR, Curve.FLAT_LINEAR)) {
        lines.add(
            String.format(
                Locale.ROOT,
                "| `%s` | %s | %s |",
                climber.specification(),
                curve.title,
                joined(NOISES, noise -> noisy(climber, curve, noise))));
      }
    }
    return String.join("\n", lines);
  }

  private static String noisy(Climber climber, Curve curve, double noise) {
    List<End> ends =
        IntStream.range(0, SEEDS)
            .parallel()
            .mapToObj(
                seed -> run(climber, curve, STARTS.get(seed % STARTS.size()), noise, 1 + seed))
            .toList();
    long good = ends.stream().filter(End::good).count();
    String windows =
        good == 0
            ? "-"
            : String.valueOf(
                ends.stream()
                    .filter(End::good)
                    .mapToInt(End::windows)
                    .sorted()
                    .skip((good - 1) / 2)
                    .findFirst()
                    .orElseThrow());
    double size =
        ends.stream().mapToDouble(End::size).sorted().skip(SEEDS / 2 - 1).findFirst().orElseThrow();
    return Math.round(100.0 * good / SEEDS) + " %, " + windows + ", " + decimal(size);
  }

  // ---- Text

  static String decimal(double value) {
    return new BigDecimal(value).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }

  private static <T> String joined(List<T> values, Function<T, String> text) {
    return values.stream().map(text).collect(Collectors.joining(" | "));
  }
}
