package dev.flyball.control;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets that have a driver now, by identity: each has one writer of its size.
 *
 * <p>A claim does not reach its target, and a target that was collected is forgotten. Claiming
 * takes time in proportion to the number of targets. Any thread may call any method.
 */
final class Driven {

  private static final List<WeakReference<Resizable>> TARGETS = new ArrayList<>();

  private Driven() {}

  /**
   * Claims a target for a driver.
   *
   * @param driver the name of the driver, for the message
   * @return ends this claim; does not reach the target
   * @throws IllegalStateException when another driver has claimed it
   */
  @SuppressWarnings("ReferenceEquality") // this very target
  static synchronized Runnable claim(Resizable target, String driver) {
    TARGETS.removeIf(claimed -> claimed.get() == null);
    if (TARGETS.stream().anyMatch(claimed -> claimed.get() == target)) {
      throw new IllegalStateException(
          driver + " must be the only one of its target but another drives it");
    }
    WeakReference<Resizable> claim = new WeakReference<>(target);
    TARGETS.add(claim);
    return () -> end(claim);
  }

  private static synchronized void end(WeakReference<Resizable> claim) {
    TARGETS.remove(claim);
  }
}
