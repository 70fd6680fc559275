package dev.flyball.sim.race;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The value that stands for those of several runs. One that is not known (NaN) makes the middle
 * unknown.
 */
public enum Aggregate {
  /** Where every run counts, as in virtual time: nothing disturbs one. */
  MEAN,
  /** Where one run in several may have been disturbed, as on real threads. */
  MEDIAN;

  /** The word that texts have for it. */
  public String word() {
    return switch (this) {
      case MEAN -> "mean";
      case MEDIAN -> "median";
    };
  }

  /** The middle of a figure of some items, at least one. */
  public <T> double of(List<T> items, ToDoubleFunction<T> figure) {
    return switch (this) {
      case MEAN -> Ratio.mean(items, figure);
      case MEDIAN -> median(items.stream().mapToDouble(figure).sorted().toArray());
    };
  }

  /** Of an even number the mean of the two in the middle; NaN sorts behind all others. */
  private static double median(double... sorted) {
    boolean unknown = Arrays.stream(sorted).anyMatch(Double::isNaN);
    int upper = sorted.length / 2;
    double lower = sorted.length % 2 == 1 ? sorted[upper] : sorted[upper - 1];
    return unknown ? Double.NaN : (lower + sorted[upper]) / 2;
  }
}
