package dev.flyball.control;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time that each size was in force, over some decisions.
 *
 * <p>A climbing policy leaves its size again and again to test others, so the size at one moment
 * says little. The size that is in force for longest is the one that the policy prefers.
 *
 * @param nanos the time each size was in force, in nanoseconds, by size
 */
public record HeldSizes(SortedMap<Integer, Long> nanos) {

  /** Copies the map of times. */
  public HeldSizes {
    nanos = Collections.unmodifiableSortedMap(new TreeMap<>(nanos));
  }

  /**
   * Adds up the sizes in force between two moments.
   *
   * @param decisions in their order, of one governor; a size is in force from its decision to the
   *     next one
   * @param fromNanos the earlier moment, on the governor's clock
   * @param untilNanos the later moment, on the governor's clock
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

  /**
   * The size that was in force for longest, the smaller of two equal ones; {@code otherwise} if
   * there is none.
   */
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

  /** The share of the time that a size was in force, from 0 to 1; 0 for a size that never was. */
  public double share(int size) {
    double all = nanos.values().stream().mapToDouble(Long::doubleValue).sum();
    return all == 0 ? 0 : nanos.getOrDefault(size, 0L) / all;
  }
}
