package dev.flyball.base;

import java.lang.ref.Cleaner;

/**
 * The cleaner of this library: has something done once an object was collected.
 *
 * <p>All objects share one thread, which starts with the first of them and is a daemon. An action
 * must be quick, and must not reach its object, which would never be collected then.
 */
public final class SharedCleaner {

  private static final Cleaner CLEANER =
      Cleaner.create(cleaning -> SharedThread.of("flyball-cleaner", true, cleaning));

  private SharedCleaner() {}

  /**
   * Has an action run once, after the object was collected.
   *
   * @return runs it now, unless it has run
   */
  public static Cleaner.Cleanable register(Object watched, Runnable action) {
    return CLEANER.register(watched, action);
  }
}
