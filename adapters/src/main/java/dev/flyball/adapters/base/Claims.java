package dev.flyball.adapters.base;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The pools of libraries that are governed, so that none is governed twice.
 *
 * <p>Any thread may call any method.
 */
public final class Claims {

  private static final Set<Object> GOVERNED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Claims() {}

  /**
   * Claims a pool.
   *
   * @param pool of a type that is equal only to itself
   * @throws IllegalArgumentException when it is claimed already
   */
  public static void claim(Object pool) {
    if (!GOVERNED.add(pool)) {
      throw new IllegalArgumentException("pool must be governed once but is so already: " + pool);
    }
  }

  /** Gives a pool back. */
  public static void release(Object pool) {
    GOVERNED.remove(pool);
  }
}
