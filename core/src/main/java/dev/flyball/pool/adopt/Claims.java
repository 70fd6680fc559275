package dev.flyball.pool.adopt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * The pools of others that are governed, so that none is governed twice; also not under two faces,
 * such as a client's dispatcher and the executor that it has.
 *
 * <p>Any thread may call any method.
 */
public final class Claims {

  private static final Set<Object> GOVERNED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Claims() {}

  /**
   * Claims what an adapter governs, and makes the adapter; where that fails, nothing stays claimed.
   *
   * @param pools equal ones are the same one
   * @throws IllegalArgumentException when one of them is claimed already
   */
  public static <T> T claimed(Supplier<T> adapter, Object... pools) {
    List<Object> held = new ArrayList<>();
    boolean made = false;
    try {
      for (Object pool : pools) {
        if (!GOVERNED.add(pool)) {
          throw new IllegalArgumentException(
              "pool must be governed once but is so already: " + pool);
        }
        held.add(pool);
      }
      T result = adapter.get();
      made = true;
      return result;
    } finally {
      if (!made) {
        release(held.toArray());
      }
    }
  }

  /**
   * Gives back what was claimed. That is the last step of giving a pool back: the next adapter
   * would take what is still changed for what was found.
   */
  public static void release(Object... pools) {
    for (Object pool : pools) {
      GOVERNED.remove(pool);
    }
  }
}
