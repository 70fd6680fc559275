package dev.flyball.sim.race;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The arithmetic of boards: means and ratios, in a fixed order of operations. */
final class Ratio {

  private Ratio() {}

  /** One figure over another: 1 for two zeros, NaN where either is not known. */
  static double of(double figure, double reference) {
    return figure == 0 && reference == 0 ? 1 : figure / reference;
  }

  static <T> double mean(List<T> items, ToDoubleFunction<T> figure) {
    double sum = 0;
    for (T item : items) {
      sum += figure.applyAsDouble(item);
    }
    return sum / items.size();
  }

  /** exp(mean(ln(figure))). */
  static <T> double geometricMean(List<T> items, ToDoubleFunction<T> figure) {
    return StrictMath.exp(mean(items, item -> StrictMath.log(figure.applyAsDouble(item))));
  }
}
