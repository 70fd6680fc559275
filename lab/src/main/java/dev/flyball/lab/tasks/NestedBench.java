package dev.flyball.lab.tasks;

import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.lab.tasks.TaskExecutor.TaskPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

/**
 * The benchmark of nested work: offers the requests of a {@link NestedLoad} at their times, whether
 * the pool keeps up or not, and notes when each ended.
 *
 * <p>A request's latency counts from the time at which it was to come. A request that has not ended
 * when the patience is over counts as ending then, so a pool that locked up has no better figures
 * than it deserves. Such a pool is closed by force: its threads are interrupted, and futures that
 * no interrupt wakes are cancelled.
 *
 * @param calibration how the tasks sleep
 * @param patience how long to wait for the last request, from the end of the load on
 */
public record NestedBench(HostCalibration calibration, Duration patience) {

  private static final Logger LOG = Logger.getLogger(NestedBench.class.getName());

  /** The time between two looks at the pool: 20 ms. */
  private static final long GAP_NANOS = 20_000_000;

  /** The time before the load's end in which the lasting number of workers is read: 1 s. */
  private static final long LASTING_NANOS = 1_000_000_000;

  /** The bench of this machine. */
  public static NestedBench here(Duration patience) {
    return new NestedBench(HostCalibration.here(), patience);
  }

  /**
   * Runs a load once.
   *
   * @throws IllegalArgumentException when the executor takes no tasks to wait for
   * @throws InterruptedException when the calling thread is interrupted; the requests are ended
   */
  public NestedRun run(NestedLoad load, TaskExecutor executor) throws InterruptedException {
    System.gc(); // a collection in mid-run takes as long as a few thread starts
    try (TaskPool pool = executor.open()) {
      if (!(pool.executor() instanceof ExecutorService service)) {
        throw new IllegalArgumentException(
            "executor must be an ExecutorService for nested work but was " + executor.name());
      }
      return new UnderWay(load, pool, service).run(executor.name());
    }
  }

  /**
   * A run under way. Requests write their ends each into a place of its own; the sampler's list is
   * read after it was joined.
   */
  private final class UnderWay {

    private final NestedLoad load;
    private final TaskPool pool;
    private final ExecutorService service;
    private final List<Long> arrivals;
    private final AtomicLongArray endNanos;
    private final CountDownLatch running;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Queue<Future<?>> waitedFor = new ConcurrentLinkedQueue<>();
    private final List<NestedRun.Sample> samples = new ArrayList<>();
    private volatile boolean over;

    UnderWay(NestedLoad load, TaskPool pool, ExecutorService service) {
      this.load = load;
      this.pool = pool;
      this.service = service;
      arrivals = load.arrivalsNanos();
      endNanos = new AtomicLongArray(arrivals.size());
      running = new CountDownLatch(arrivals.size());
    }

    NestedRun run(String executor) throws InterruptedException {
      long beganNanos = System.nanoTime();
      Thread sampler = new Thread(() -> look(beganNanos), "flyball-nested-sampler");
      sampler.setDaemon(true);
      sampler.start();
      long loadNanos = load.warm().plus(load.after()).toNanos();
      try {
        offer(beganNanos);
        HostCalibration.waitUntil(beganNanos + loadNanos);
        if (!running.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
          LOG.log(Level.FINE, "{0} did not end in time", executor);
        }
      } finally {
        over = true;
        LockSupport.unpark(sampler);
        sampler.join();
      }
      NestedRun result = result(executor, System.nanoTime() - beganNanos, loadNanos);
      service.shutdownNow();
      waitedFor.forEach(future -> future.cancel(true));
      return result;
    }

    private void offer(long beganNanos) throws InterruptedException {
      for (int next = 0; next < arrivals.size(); next++) {
        int number = next;
        HostCalibration.waitUntil(beganNanos + arrivals.get(number));
        try {
          load.waiting()
              .start(
                  service,
                  Collections.nCopies(load.children(), child()),
                  waitedFor,
                  part -> onWorker(part, number, beganNanos));
        } catch (RuntimeException | OutOfMemoryError e) {
          fails(e); // refused, or no thread could be had for it
        }
      }
    }

    private void onWorker(Callable<Boolean> part, int number, long beganNanos) {
      inside.incrementAndGet();
      try {
        if (part.call()) {
          endNanos.set(number, System.nanoTime() - beganNanos);
          running.countDown();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the pool is closed
      } catch (Exception | OutOfMemoryError e) {
        fails(e);
      } finally {
        inside.decrementAndGet();
      }
    }

    private void fails(Throwable why) {
      if (!over) {
        LOG.log(Level.FINE, "a request failed", why);
        failed.incrementAndGet();
        running.countDown();
      }
    }

    /** Counts itself where it runs on another worker than its request. */
    private Callable<Boolean> child() {
      int workers = load.waiting() == NestedLoad.Waiting.OUTSIDE ? 0 : 1;
      return () -> {
        inside.addAndGet(workers);
        try {
          calibration.pause(load.childTime().toNanos());
          return true;
        } finally {
          inside.addAndGet(-workers);
        }
      };
    }

    private void look(long beganNanos) {
      do {
        int alive = Math.max(pool.threads().get().orElse(0), inside.get());
        samples.add(
            new NestedRun.Sample(System.nanoTime() - beganNanos, alive, pool.asked().get()));
        LockSupport.parkNanos(GAP_NANOS);
      } while (!over);
    }

    private NestedRun result(String executor, long tookNanos, long loadNanos) {
      List<Long> latencies =
          IntStream.range(0, arrivals.size())
              .mapToObj(number ->
                  (endNanos.get(number) == 0 ? tookNanos : endNanos.get(number))
                      - arrivals.get(number))
              .sorted()
              .toList();
      int done =
          (int)
              IntStream.range(0, arrivals.size())
                  .filter(number -> endNanos.get(number) != 0)
                  .count();
      List<NestedRun.Sample> last =
          samples.stream()
              .filter(sample ->
                  sample.atNanos() > loadNanos - LASTING_NANOS && sample.atNanos() <= loadNanos)
              .toList();
      if (last.isEmpty()) { // the sampler had no processor all that time
        last = samples.subList(samples.size() - 1, samples.size());
      }
      return new NestedRun(load, executor, done, failed.get(), latencies, samples, last);
    }
  }
}
