package dev.flyball.base;

import java.lang.ref.Cleaner;

/**
 * The cleaner of this library: has something done once an object was collected.
 *
 * <p>All objects share one thread, which starts with the first of them and is a daemon. An action
 * must be quick, and must not reach its object, which would never be collected then.
 */
public final class SharedCleaner {

  private static final Cleaner CLEANER = Cleaner.create(SharedCleaner::thread);

  private SharedCleaner() {}

  /** It outlives whatever class loader and thread-locals the first caller has. */
  private static Thread thread(Runnable cleaning) {
    Thread thread = new Thread(null, cleaning, "flyball-cleaner", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /**
   * Has an action run once, after the object was collected.
   *
   * @return runs it now, unless it has run
   */
  public static Cleaner.Cleanable register(Object watched, Runnable action) {
    return CLEANER.register(watched, action);
  }
}
