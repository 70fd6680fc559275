package dev.flyball.policy.part;

import static dev.flyball.base.Require.finiteAtLeast;

import dev.flyball.base.Require;
import java.util.OptionalDouble;

/**
 * A mean over recent tasks, whose memory weighs as much as at most 100 tasks.
 *
 * <p>Memory is counted in tasks, not in seconds: a window with a thousand tasks replaces nine
 * tenths of the memory, one with three moves it by three hundredths, one with none leaves it alone.
 * So the noise of the mean is that of a hundred tasks or less, however long the windows are.
 *
 * @param weight how many tasks the memory weighs, from 0 to 100
 * @param remembered the remembered mean, in seconds; 0 while the weight is 0
 */
public record RecentMean(double weight, double remembered) {

  private static final double WEIGHT_MAX = 100;

  /** Nothing is remembered. */
  public static final RecentMean NOTHING = new RecentMean(0, 0);

  public RecentMean {
    Require.between("weight", 0, WEIGHT_MAX, weight);
    finiteAtLeast("remembered", 0, remembered);
  }

  /** The mean after {@code count} more tasks, which took {@code secondsSum} together. */
  public RecentMean with(double secondsSum, long count) {
    if (count <= 0) {
      return this;
    }
    double weightAll = weight + count;
    double mean = (weight * remembered + secondsSum) / weightAll;
    return new RecentMean(Math.min(WEIGHT_MAX, weightAll), mean);
  }

  /** The mean in seconds; empty while nothing is remembered. */
  public OptionalDouble mean() {
    return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(remembered);
  }
}
