package dev.flyball.lab.report.chart;

import dev.flyball.lab.report.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Round numbers along an axis, 1, 2 or 5 times a power of ten apart.
 *
 * @param low where the axis begins
 * @param high where the axis ends, above {@code low}
 * @param values the round numbers, all within the axis, rising
 * @param decimals the decimals they are written with
 */
record Ticks(double low, double high, List<Double> values, int decimals) {

  private static final int MAX_TICKS = 50;

  Ticks {
    values = List.copyOf(values);
  }

  /** Ticks on an axis that ends at round numbers around these two. */
  static Ticks around(double low, double high, int about) {
    double[] range = widened(low, high);
    double step = step(range[1] - range[0], about);
    double first = Math.floor(range[0] / step + 1e-9) * step;
    double last = Math.ceil(range[1] / step - 1e-9) * step;
    return ticks(first, last, step);
  }

  /** Ticks on an axis that ends at just these two. */
  static Ticks within(double low, double high, int about) {
    double[] range = widened(low, high);
    return ticks(range[0], range[1], step(range[1] - range[0], about));
  }

  String text(double value) {
    return NumberFormat.text(value, decimals);
  }

  /** The longest of the texts, in characters. */
  int textLength() {
    return values.stream().mapToInt(value -> text(value).length()).max().orElse(1);
  }

  private static Ticks ticks(double low, double high, double step) {
    List<Double> values = new ArrayList<>();
    double slack = step * 1e-6;
    long first = (long) Math.ceil((low - slack) / step);
    for (long i = first; i * step <= high + slack && values.size() < MAX_TICKS; i++) {
      values.add(Math.max(low, Math.min(high, i * step)));
    }
    return new Ticks(low, high, values, decimals(step));
  }

  /** An axis needs a length: equal ends are drawn apart, to 0 or around it. */
  private static double[] widened(double low, double high) {
    if (high > low) {
      return new double[] {low, high};
    }
    if (low == 0) {
      return new double[] {0, 1};
    }
    return low > 0 ? new double[] {0, high} : new double[] {low, 0};
  }

  private static double step(double length, int about) {
    double rough = length / Math.max(1, about);
    double power = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(rough)));
    double factor = rough / power;
    if (factor <= 1) {
      return power;
    }
    if (factor <= 2) {
      return 2 * power;
    }
    return factor <= 5 ? 5 * power : 10 * power;
  }

  private static int decimals(double step) {
    return (int) Math.max(0, -StrictMath.floor(StrictMath.log10(step * 1.000001)));
  }
}
