package dev.flyball.bench;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Look;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.AdaptivePool;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool to measure; another pool is one more value here. */
public enum PoolKind {
  /** Ours, with every sensor. */
  ADAPTIVE {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return AdaptivePool.named("bench").workers(workers).queueCapacity(queueLength).build();
    }
  },

  /** Ours, and a governor that is told of tasks that have to wait, ten times a second at most. */
  ADAPTIVE_ALERT {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return AdaptivePool.named("bench")
          .workers(workers)
          .queueCapacity(queueLength)
          .governedBy(new Alert(workers))
          .build();
    }
  },

  /** Ours, without its sensors: the difference is what they cost. */
  ADAPTIVE_UNMEASURED {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return AdaptivePool.named("bench")
          .workers(workers)
          .queueCapacity(queueLength)
          .unmeasured()
          .build();
    }
  },

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
  },

  /** The JDK's pool with waits and service times measured through its hooks and a map. */
  JDK_HOOKS_AND_MAP {
    @Override
    ExecutorService open(int workers, int queueLength) {
      return new HookedPool(workers, new LinkedBlockingQueue<>(queueLength));
    }
  };

  /** Keeps a size, and wants to be asked when a task has to wait. */
  private record Alert(int workers) implements SizingPolicy {
    @Override
    public Optional<Look> look() {
      return Optional.of(new Look(60_000_000_000L, 100_000_000));
    }

    @Override
    public Advice on(Observation seen) {
      return new Advice(workers, "as it is", this);
    }
  }

  /**
   * A pool with all its workers, ready to run tasks.
   *
   * @param workers how many threads run tasks
   * @param queueLength how many tasks must find room in the queue
   */
  abstract ExecutorService open(int workers, int queueLength);
}
