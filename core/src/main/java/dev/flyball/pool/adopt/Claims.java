package dev.flyball.pool.adopt;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * The pools of others that are governed, so that none is governed twice; also not under two faces,
 * such as a client's dispatcher and the executor that it has.
 *
 * <p>Any thread may call any method.
 */
public final class Claims {

  /**
   * The adapter of each; until that is made, the thread that makes it. References, for an adapter
   * refers to its pools.
   */
  private static final Map<Object, Reference<Object>> HOLDERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Claims() {}

  /**
   * Claims what an adapter governs until {@link #release}, and makes the adapter; where that fails,
   * nothing stays claimed. While it is made, the same thread may claim the same pool again.
   *
   * @param pools equal ones are the same one
   * @throws IllegalArgumentException when one of them is claimed already
   */
  public static <T> T claimed(Supplier<T> adapter, Object... pools) {
    Thread maker = Thread.currentThread();
    List<Object> held = new ArrayList<>();
    boolean made = false;
    try {
      for (Object pool : pools) {
        Reference<Object> holder = HOLDERS.putIfAbsent(pool, new WeakReference<>(maker));
        if (holder == null) {
          held.add(pool);
        } else if (!holder.refersTo(maker)) {
          throw new IllegalArgumentException(
              "pool must be governed once but is so already: " + pool);
        }
      }
      T result = adapter.get();
      Reference<Object> reference = new WeakReference<>(result);
      held.forEach(pool -> HOLDERS.put(pool, reference));
      made = true;
      return result;
    } finally {
      if (!made) {
        held.forEach(HOLDERS::remove);
      }
    }
  }

  /**
   * Gives back what was claimed for an adapter. That is the last step of giving a pool back: the
   * next adapter would take what is still changed for what was found.
   */
  public static void release(Object adapter) {
    HOLDERS.values().removeIf(holder -> holder.refersTo(adapter));
  }
}
