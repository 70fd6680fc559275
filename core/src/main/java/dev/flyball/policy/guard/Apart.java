package dev.flyball.policy.guard;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far apart figures of workloads are: the logarithm of their ratio, {@code |ln((a + g) / (b +
 * g))|}, where g is the grain of the figure, so that what is next to nothing is alike.
 *
 * <p>Several figures are as far apart as the two that differ most. Not the root of the sum of
 * squares: the more figures a target has, the farther apart the noise of all of them would put two
 * windows of one workload. A factor of two in one figure is a distance of 0.69.
 */
final class Apart {

  /** At this distance and beyond it two workloads are different: ln 2. */
  static final double NEAR = 0.6931471805599453;

  /** The least grain of what an average task asks for. */
  static final double DEMAND_GRAIN = 0.01;

  /** The least grain of what it meets on its way, which comes and goes. */
  static final double WAIT_GRAIN = 0.1;

  /** What so many tasks more or less make of an average is no difference. */
  private static final double CHANCE_TASKS = 10;

  /** The share of a new window in what is remembered of a workload that goes on. */
  private static final double NEW_SHARE = 0.2;

  private Apart() {}

  static double of(double a, double b, double grain) {
    return Math.abs(StrictMath.log((a + grain) / (b + grain)));
  }

  /**
   * The same of the figures of average tasks that both have; 0 where there are none.
   *
   * @param tasks how many tasks the averages are of
   */
  static double of(
      SortedMap<String, Double> a, SortedMap<String, Double> b, double grainMin, double tasks) {
    double grain = Math.max(grainMin, CHANCE_TASKS / Math.max(1, tasks));
    double most = 0;
    for (Map.Entry<String, Double> figure : a.entrySet()) {
      Double other = b.get(figure.getKey());
      if (other != null) {
        most = Math.max(most, of(figure.getValue(), other, grain));
      }
    }
    return most;
  }

  /** An older figure, moved a fifth of the way to a newer one. */
  static double towards(double from, double to) {
    return from + NEW_SHARE * (to - from);
  }

  /** The newer figures, each moved back towards the older one of its name. */
  static SortedMap<String, Double> towards(
      SortedMap<String, Double> from, SortedMap<String, Double> to) {
    SortedMap<String, Double> moved = new TreeMap<>();
    to.forEach((name, value) -> moved.put(name, towards(from.getOrDefault(name, value), value)));
    return moved;
  }
}
