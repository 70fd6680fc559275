package dev.flyball.control;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The targets that have a driver now, by identity: each has one writer of its size.
 *
 * <p>Any thread may call any method.
 */
final class Driven {

  private static final Set<Resizable> TARGETS = Collections.newSetFromMap(new IdentityHashMap<>());

  private Driven() {}

  /**
   * Claims a target until the driver releases it.
   *
   * @param driver the name of the driver, for the message
   * @throws IllegalStateException when another driver has claimed it
   */
  static synchronized void claim(Resizable target, String driver) {
    if (!TARGETS.add(target)) {
      throw new IllegalStateException(
          driver + " must be the only one of its target but another drives it");
    }
  }

  static synchronized void letGo(Resizable target) {
    TARGETS.remove(target);
  }
}
