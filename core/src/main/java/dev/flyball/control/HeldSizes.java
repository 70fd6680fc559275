package dev.flyball.control;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long each size was in force within some decisions.
 *
 * <p>A policy that climbs moves away from its size again and again to see what another would do, so
 * the size at one moment says little. Where it is at home is where it is for longest.
 *
 * @param nanos the time each size was in force, by size
 */
public record HeldSizes(SortedMap<Integer, Long> nanos) {

  public HeldSizes {
    nanos = Collections.unmodifiableSortedMap(new TreeMap<>(nanos));
  }

  /**
   * What was in force between two moments.
   *
   * @param decisions in their order, of one governor; a size is in force from the decision for it
   *     to the next one
   */
  public static HeldSizes of(List<Decision> decisions, long fromNanos, long untilNanos) {
    SortedMap<Integer, Long> nanos = new TreeMap<>();
    for (int i = 0; i < decisions.size(); i++) {
      long begin = Math.max(fromNanos, decisions.get(i).atNanos());
      long end =
          i + 1 < decisions.size()
              ? Math.min(untilNanos, decisions.get(i + 1).atNanos())
              : untilNanos;
      if (end > begin) {
        nanos.merge(decisions.get(i).to(), end - begin, Long::sum);
      }
    }
    return new HeldSizes(nanos);
  }

  /** The size that was in force for longest, the smaller of two; {@code otherwise} without any. */
  public int longest(int otherwise) {
    long most = 0;
    int size = otherwise;
    for (Map.Entry<Integer, Long> held : nanos.entrySet()) {
      if (held.getValue() > most) {
        most = held.getValue();
        size = held.getKey();
      }
    }
    return size;
  }

  /** The share of the time that a size was in force; 0 for a size that never was. */
  public double share(int size) {
    double all = nanos.values().stream().mapToDouble(Long::doubleValue).sum();
    return all == 0 ? 0 : nanos.getOrDefault(size, 0L) / all;
  }
}
