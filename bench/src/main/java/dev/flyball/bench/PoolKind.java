package dev.flyball.bench;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool to measure; another pool is one more value here. */
public enum PoolKind {
  /** The JDK's pool over a bounded array: one lock for both ends of the queue. */
  JDK_ARRAY_QUEUE {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return new ThreadPoolExecutor(
          workers, workers, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queueLength));
    }
  },

  /** The JDK's pool as {@code newFixedThreadPool} makes it: linked, one lock for each end. */
  JDK_LINKED_QUEUE {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return new ThreadPoolExecutor(
          workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queueLength));
    }
  };

  /**
   * A pool with all its workers, ready to run tasks.
   *
   * @param workers how many threads run tasks
   * @param queueLength how many tasks must find room in the queue
   */
  abstract ExecutorService open(int workers, int queueLength);
}
