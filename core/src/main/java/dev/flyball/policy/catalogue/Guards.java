package dev.flyball.policy.catalogue;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.guard.CpuGuard;
import dev.flyball.policy.guard.FrameGuard;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Rescue;
import dev.flyball.policy.guard.WhileSaturated;

/**
 * Wrappers for any policy, beside limits, cool-down and step ({@link SizingPolicy#within}, {@link
 * SizingPolicy#coolDown}, {@link SizingPolicy#stepLimit}). {@link Policies} gives the order in
 * which a specification nests them.
 */
public final class Guards {

  private Guards() {}

  /**
   * Adds workers to the policy's advice, for each second in which tasks wait and nothing makes
   * progress.
   */
  public static SizingPolicy rescue(SizingPolicy policy) {
    return Rescue.of(policy);
  }

  /**
   * Stops growth while the process uses the given share of its processors.
   *
   * @param policy the policy to wrap
   * @param share the share of the processors, above 0 and at most 1
   * @throws IllegalArgumentException when the share is out of its range
   */
  public static SizingPolicy cpuGuard(SizingPolicy policy, double share) {
    return new CpuGuard(policy, share);
  }

  /**
   * Restarts the policy from the size that was found earlier for a workload like the present one.
   */
  public static SizingPolicy recall(SizingPolicy policy) {
    return Recall.of(policy);
  }

  /** Lets the policy learn only while all workers are busy and tasks wait. */
  public static SizingPolicy whileSaturated(SizingPolicy policy) {
    return new WhileSaturated(policy);
  }

  /**
   * Avoids sizes at which a window beside the workers loses frames.
   *
   * @param policy the policy to wrap
   * @param framesPerSecond the frames per second to keep, above 0
   * @throws IllegalArgumentException when the frames are not above 0
   */
  public static SizingPolicy frameGuard(SizingPolicy policy, double framesPerSecond) {
    return FrameGuard.of(policy, framesPerSecond);
  }
}
