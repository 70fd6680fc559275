package dev.flyball.policies.climb.distribution;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of the sizes during one cycle: whatever is read and found stale is forgotten.
 *
 * <p>Not for use by several threads.
 */
final class Remembered {

  /**
   * The probabilities that sizes near by bring more.
   *
   * @param sum their sum
   * @param sizes how many sizes
   */
  record Nearby(double sum, int sizes) {}

  private final TreeMap<Integer, Distribution> known;
  private final double forecast;
  private final long cycle;

  /**
   * Of a copy.
   *
   * @param known what each size brought
   * @param forecast the mean throughput of the present size
   * @param cycle the number of this cycle
   */
  Remembered(SortedMap<Integer, Distribution> known, double forecast, long cycle) {
    this.known = new TreeMap<>(known);
    this.forecast = forecast;
    this.cycle = cycle;
  }

  SortedMap<Integer, Distribution> known() {
    return known;
  }

  /** The mean of a size that is known. */
  double mean(int size) {
    return at(size).mean();
  }

  /** What is known of a size. */
  Optional<Distribution> of(int size) {
    return Optional.ofNullable(known.get(size));
  }

  /**
   * The nearest smaller sizes, to the first one at or beyond the span; at and below the floor,
   * where nothing is forgotten, until there are enough.
   */
  Nearby below(int size, int floor, int span, int enough) {
    double sum = 0;
    int sizes = 0;
    for (Integer one = known.lowerKey(size); one != null; one = known.lowerKey(one)) {
      if (one > floor && forgotten(one)) {
        continue;
      }
      sum += at(one).above(forecast);
      sizes++;
      if (one > floor ? size - one >= span : sizes >= enough) {
        break;
      }
    }
    return new Nearby(sum, sizes);
  }

  /** The nearest larger sizes, to the first one at or beyond the span. */
  Nearby above(int size, int span) {
    double sum = 0;
    int sizes = 0;
    for (Integer one = known.higherKey(size); one != null; one = known.higherKey(one)) {
      if (forgotten(one)) {
        continue;
      }
      sum += at(one).above(forecast);
      sizes++;
      if (one - size >= span) {
        break;
      }
    }
    return new Nearby(sum, sizes);
  }

  /** The smallest size that is not stale; the largest one known, where all are. */
  OptionalInt smallest(int floor) {
    for (Map.Entry<Integer, Distribution> one : new TreeMap<>(known).entrySet()) {
      int size = one.getKey();
      if (size == known.lastKey() || !one.getValue().stale(forecast, cycle)) {
        return OptionalInt.of(size);
      }
      if (size > floor) {
        known.remove(size);
      }
    }
    return OptionalInt.empty();
  }

  /** The largest size that is not stale. */
  OptionalInt largest() {
    while (!known.isEmpty()) {
      int size = known.lastKey();
      if (!forgotten(size)) {
        return OptionalInt.of(size);
      }
    }
    return OptionalInt.empty();
  }

  private boolean forgotten(int size) {
    if (!at(size).stale(forecast, cycle)) {
      return false;
    }
    known.remove(size);
    return true;
  }

  private Distribution at(int size) {
    return of(size).orElseThrow();
  }
}
