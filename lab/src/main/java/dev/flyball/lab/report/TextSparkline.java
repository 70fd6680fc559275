package dev.flyball.lab.report;

import java.util.List;

/** A row of small bars, one character each, from 0 up to the highest of them. */
public final class TextSparkline {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "_.:-=+*#";

  private TextSparkline() {}

  /** The bars of the last so many values; a value that is NaN is a blank. */
  public static String of(List<Double> values, int most, boolean unicode) {
    String levels = unicode ? BLOCKS : ASCII;
    List<Double> shown = values.subList(Math.max(0, values.size() - most), values.size());
    double highest = shown.stream().filter(v -> !v.isNaN()).mapToDouble(v -> v).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (double value : shown) {
      line.append(Double.isNaN(value) ? ' ' : levels.charAt(level(value, highest, levels)));
    }
    return line.toString();
  }

  private static int level(double value, double highest, String levels) {
    if (highest <= 0 || value <= 0) {
      return 0;
    }
    return (int) Math.min(levels.length() - 1, Math.floor(value / highest * levels.length()));
  }
}
