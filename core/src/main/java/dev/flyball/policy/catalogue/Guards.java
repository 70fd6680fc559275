package dev.flyball.policy.catalogue;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.guard.CpuGuard;
import dev.flyball.policy.guard.FrameGuard;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Rescue;
import dev.flyball.policy.guard.WhileSaturated;

/**
 * What can be put around any policy, beside its limits, its cool-down and its step ({@link
 * SizingPolicy#within}, {@link SizingPolicy#coolDown}, {@link SizingPolicy#stepLimit}). A
 * specification puts them in a certain order, {@link Policies}.
 */
public final class Guards {

  private Guards() {}

  /** The policy; and workers more, one a second, while tasks wait and nothing moves. */
  public static SizingPolicy rescue(SizingPolicy policy) {
    return Rescue.of(policy);
  }

  /**
   * The policy; and no growth while the process uses that share of its processors.
   *
   * @param share above 0 and at most 1
   * @throws IllegalArgumentException when the share is not
   */
  public static SizingPolicy cpuGuard(SizingPolicy policy, double share) {
    return new CpuGuard(policy, share);
  }

  /** The policy, which begins from the size that was found for a workload like the present one. */
  public static SizingPolicy recall(SizingPolicy policy) {
    return Recall.of(policy);
  }

  /** The policy, which learns only while all workers are busy and tasks wait. */
  public static SizingPolicy whileSaturated(SizingPolicy policy) {
    return new WhileSaturated(policy);
  }

  /**
   * The policy; and no size at which a window beside the workers loses frames.
   *
   * @param framesPerSecond the frames that are to be kept, above 0
   * @throws IllegalArgumentException when they are not
   */
  public static SizingPolicy frameGuard(SizingPolicy policy, double framesPerSecond) {
    return FrameGuard.of(policy, framesPerSecond);
  }
}
