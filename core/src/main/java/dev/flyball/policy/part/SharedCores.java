package dev.flyball.policy.part;

import java.util.ArrayList;
import java.util.List;

/**
 * Processors divided among pools: each gets what it needs or its share by weight, whichever is less
 * (max-min fairness).
 *
 * <p>It is what a kernel does with runnable threads: a pool that needs little gets all of it, and
 * only those that need more than their share are held to it. Worked: 2 cores, needs of 0.3, 1.5 and
 * 3, weights of 1: the first gets 0.3, the others 0.85 each.
 */
public final class SharedCores {

  private SharedCores() {}

  /**
   * Divides so many processors.
   *
   * @param needs the processors that each pool needs
   * @param weights how much each counts, above 0
   * @return what each gets, in the same order; its need, where there is enough for all
   */
  public static List<Double> of(double cores, List<Double> needs, List<Double> weights) {
    List<Double> shares = new ArrayList<>(needs);
    boolean[] served = new boolean[needs.size()];
    double left = cores;
    boolean found = true;
    while (found) { // each round serves at least one pool
      found = false;
      double perWeight = left / Math.max(1e-300, weightOf(weights, served));
      for (int i = 0; i < served.length; i++) {
        if (!served[i] && needs.get(i) <= perWeight * weights.get(i)) {
          served[i] = true;
          left -= needs.get(i);
          found = true;
        }
      }
    }
    double perWeight = Math.max(0, left) / Math.max(1e-300, weightOf(weights, served));
    for (int i = 0; i < served.length; i++) {
      if (!served[i]) {
        shares.set(i, perWeight * weights.get(i));
      }
    }
    return shares;
  }

  private static double weightOf(List<Double> weights, boolean[] served) {
    double sum = 0;
    for (int i = 0; i < served.length; i++) {
      sum += served[i] ? 0 : weights.get(i);
    }
    return sum;
  }
}
