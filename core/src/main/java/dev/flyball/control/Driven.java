package dev.flyball.control;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The targets that have a driver now, by identity: each has one writer of its size.
 *
 * <p>A target that no driver reaches any more is forgotten. Claiming takes time in proportion to
 * the number of targets. Any thread may call any method.
 */
final class Driven {

  private static final List<WeakReference<Resizable>> TARGETS = new ArrayList<>();

  private Driven() {}

  /**
   * Claims a target until the driver releases it.
   *
   * @param driver the name of the driver, for the message
   * @throws IllegalStateException when another driver has claimed it
   */
  @SuppressWarnings("ReferenceEquality") // this very target
  static synchronized void claim(Resizable target, String driver) {
    letGoOf(null);
    if (TARGETS.stream().anyMatch(claimed -> claimed.get() == target)) {
      throw new IllegalStateException(
          driver + " must be the only one of its target but another drives it");
    }
    TARGETS.add(new WeakReference<>(target));
  }

  static synchronized void letGo(Resizable target) {
    letGoOf(target);
  }

  @SuppressWarnings("ReferenceEquality")
  private static void letGoOf(@Nullable Resizable target) {
    TARGETS.removeIf(claimed -> {
      Resizable its = claimed.get();
      return its == null || its == target;
    });
  }
}
