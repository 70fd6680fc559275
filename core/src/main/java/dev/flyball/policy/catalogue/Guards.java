package dev.flyball.policy.catalogue;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.guard.CpuGuard;
import dev.flyball.policy.guard.FrameGuard;
import dev.flyball.policy.guard.Recall;
import dev.flyball.policy.guard.Rescue;
import dev.flyball.policy.guard.WhileSaturated;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
   * Lets the policy go on where its search was when a workload like the present one was last there.
   */
  public static SizingPolicy recall(SizingPolicy policy) {
    return Recall.of(policy);
  }

  /**
   * The same with what was learned before.
   *
   * @param policy the policy to wrap
   * @param memories what was learned, the most trusted first
   * @param origin where the policy learns, in words by name, such as {@code server: db1}; it is
   *     written and read with the policy
   */
  public static SizingPolicy recall(
      SizingPolicy policy, List<Memory> memories, Map<String, String> origin) {
    return Memory.remembering(policy, memories, new TreeMap<>(origin));
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
