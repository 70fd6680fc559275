package dev.flyball.adapters.base;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Short tasks that wait behind one that holds a pool's only worker. */
public final class HeldTasks {

  /** How long at least all that wait do. */
  public static final double HELD_SECONDS = 0.12;

  private HeldTasks() {}

  /**
   * Runs them to the end of the last one.
   *
   * @param pool of one worker
   * @param behind how many wait behind the one that holds
   */
  public static void run(ExecutorService pool, int behind) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<Future<?>> tasks = new ArrayList<>();
    tasks.add(
        pool.submit(() -> {
          begun.countDown();
          Await.on(go);
        }));
    begun.await();
    for (int i = 0; i < behind; i++) {
      tasks.add(pool.submit(() -> {}));
    }
    long held = System.nanoTime();
    Await.until(() -> System.nanoTime() - held > HELD_SECONDS * 1e9);
    go.countDown();
    for (Future<?> task : tasks) {
      task.get();
    }
  }
}
