package dev.flyball.lab.tasks;

import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * A pool of the JDK's whose core size is governed, and which is looked at as the published program
 * looks at it: by its active threads and its queue at the moment.
 *
 * <p>A larger core size starts a thread for each task that waits, and none beyond; while fewer
 * threads exist than the core size, each new task starts one, though others are idle. With a
 * smaller one, threads beyond it end when they have found no task for the pool's keep-alive time.
 *
 * <p>Belongs to its governor's thread.
 */
final class CoreSized implements Resizable {

  private final ThreadPoolExecutor pool;
  private long lookedNanos = System.nanoTime();

  CoreSized(ThreadPoolExecutor pool) {
    this.pool = pool;
  }

  @Override
  public Observation observe() {
    long nowNanos = System.nanoTime();
    int waiting = pool.getQueue().size();
    Observation seen =
        Observation.of(lookedNanos, Math.max(1, nowNanos - lookedNanos))
            .workers(Math.max(1, pool.getCorePoolSize()), pool.getPoolSize(), pool.getPoolSize())
            .busy(pool.getActiveCount())
            .queued(waiting, waiting)
            .build();
    lookedNanos = nowNanos;
    return seen;
  }

  @Override
  public void resize(int workers) {
    pool.setCorePoolSize(workers);
  }
}
