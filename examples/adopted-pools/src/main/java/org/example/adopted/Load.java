package org.example.adopted;

import dev.flyball.pool.AdoptedPool;
import java.util.concurrent.locks.LockSupport;

/** The load of all examples: 200 calls a second of 50 ms, so that ten of them run at a time. */
final class Load {

  private static final int CALLS_PER_SECOND = 200;
  private static final int SECONDS = 8;
  private static final int BUSY = 10;

  private Load() {}

  /** A call to a service that answers after 50 ms. */
  static void call() {
    LockSupport.parkNanos(50_000_000);
  }

  /** Offers so many calls of that load. */
  static void offer(int calls, Runnable call) {
    for (int i = 0; i < calls; i++) {
      call.run();
      LockSupport.parkNanos(1_000_000_000 / CALLS_PER_SECOND);
    }
  }

  /** Offers that load, and tells what size it has led to. */
  static void offer(AdoptedPool pool, Runnable call) {
    int before = pool.workersTarget();
    offer(SECONDS * CALLS_PER_SECOND, call);
    int size = pool.workersTarget();
    System.out.printf("%-8s from %d to %d workers; %s%n", pool.name(), before, size, pool);
    if (size < BUSY || size > 4 * BUSY) {
      throw new IllegalStateException(pool.name() + " has " + size + " workers for " + BUSY);
    }
  }
}
