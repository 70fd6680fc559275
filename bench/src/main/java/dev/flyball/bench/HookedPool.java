package dev.flyball.bench;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's pool measured the way articles advise: arrival times in a concurrent map by task, start
 * times in a thread-local, sums in atomic counters (after Pepperdine 2013, listing 1).
 *
 * <p>Each task is wrapped, since a map by task would mix up one task that is submitted twice.
 */
final class HookedPool extends ThreadPoolExecutor {

  private final ConcurrentHashMap<Runnable, Long> arrivals = new ConcurrentHashMap<>();
  private final ThreadLocal<Long> start = new ThreadLocal<>();
  private final AtomicLong retired = new AtomicLong();
  private final AtomicLong serviceNanosSum = new AtomicLong();
  private final AtomicLong waitNanosSum = new AtomicLong();

  HookedPool(int workers, BlockingQueue<Runnable> queue) {
    super(workers, workers, 0, TimeUnit.SECONDS, queue);
  }

  /** A task that is itself and no other. */
  private static final class Once implements Runnable {
    private final Runnable task;

    private Once(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }

  @Override
  public void execute(Runnable task) {
    Once once = new Once(task);
    arrivals.put(once, System.nanoTime());
    super.execute(once);
  }

  @Override
  protected void beforeExecute(Thread worker, Runnable task) {
    super.beforeExecute(worker, task);
    start.set(System.nanoTime());
  }

  @Override
  protected void afterExecute(Runnable task, @Nullable Throwable failure) {
    try {
      long startNanos = start.get();
      Long arrivalNanos = arrivals.remove(task);
      serviceNanosSum.addAndGet(System.nanoTime() - startNanos);
      waitNanosSum.addAndGet(startNanos - (arrivalNanos == null ? startNanos : arrivalNanos));
      retired.incrementAndGet();
    } finally {
      super.afterExecute(task, failure);
    }
  }
}
