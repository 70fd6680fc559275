package org.example.pools;

import dev.flyball.Flyball;
import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** 200 orders a second of 50 ms each, in a pool that finds out how many workers they need. */
public final class NewPool {

  private static final int ORDERS = 1_000;
  private static final int PER_SECOND = 200;
  private static final int BUSY = 10; // 200 a second, 50 ms each

  private static final CountDownLatch HANDLED = new CountDownLatch(ORDERS);

  public static void main(String[] args) throws InterruptedException {
    AdaptivePool orders = Flyball.pool("orders");
    for (int i = 0; i < ORDERS; i++) {
      String order = "order " + i;
      orders.execute(() -> handle(order));
      LockSupport.parkNanos(1_000_000_000 / PER_SECOND);
    }
    int workers = orders.workersTarget();
    System.out.println(orders);
    HANDLED.await();
    orders.shutdown();
    if (workers < BUSY) {
      throw new IllegalStateException(workers + " workers for " + BUSY + " busy ones");
    }
  }

  private static void handle(String order) {
    LockSupport.parkNanos(50_000_000); // a call to another service
    HANDLED.countDown();
  }
}
