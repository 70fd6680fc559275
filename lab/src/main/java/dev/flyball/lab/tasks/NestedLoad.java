package dev.flyball.lab.tasks;

import dev.flyball.base.Require;
import dev.flyball.lab.report.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A load of nested work: requests that come at a steady rate, each of which runs on a worker, gives
 * tasks to the same pool, and waits for them; and one burst of such requests at once. Or the same
 * tasks without nesting, to compare with.
 *
 * @param ratePerSecond requests per second, at equal gaps, before and after the burst
 * @param children tasks that each request gives to the pool and waits for
 * @param childTime how long each of these tasks sleeps
 * @param burst requests that come at once
 * @param warm time of steady load before the burst; 0 for a burst on a cold pool
 * @param after time of steady load from the burst on
 * @param waiting how a request waits for its tasks
 */
public record NestedLoad(
    double ratePerSecond,
    int children,
    Duration childTime,
    int burst,
    Duration warm,
    Duration after,
    Waiting waiting) {

  public NestedLoad {
    Require.above("ratePerSecond", 0, ratePerSecond);
    Require.atLeast("children", 1, children);
    Require.positive("childTime", childTime);
    Require.atLeast("burst", 0, burst);
    Require.notNegative("warm", warm);
    Require.positive("after", after);
  }

  /**
   * The workers that the steady load needs, by Little's law: the rate, times the seconds of worker
   * that a request takes. All tasks of a request sleep at the same time if there are enough
   * workers; the request itself occupies one more for as long, unless it waits outside.
   *
   * <p>For instance 40 requests per second with 3 tasks of 20 ms: {@code 40/s x (3 + 1) x 20 ms =
   * 3.2} workers.
   */
  public double workersNeeded() {
    int workers = waiting == Waiting.OUTSIDE ? children : children + 1;
    return ratePerSecond * workers * childTime.toNanos() / 1e9;
  }

  /** The same tasks at the same times, given to the pool from outside: none waits for another. */
  NestedLoad unnested() {
    return new NestedLoad(ratePerSecond, children, childTime, burst, warm, after, Waiting.OUTSIDE);
  }

  /** When the requests come, in nanoseconds from the start, ascending. */
  List<Long> arrivalsNanos() {
    List<Long> times = new ArrayList<>(Collections.nCopies(burst, warm.toNanos()));
    long endNanos = warm.plus(after).toNanos();
    long atNanos = 0;
    for (int steady = 1; atNanos < endNanos; steady++) {
      times.add(atNanos);
      atNanos = Math.round(steady * 1e9 / ratePerSecond);
    }
    Collections.sort(times);
    return times;
  }

  /** Whether the burst comes before any other request. */
  boolean isCold() {
    return warm.isZero();
  }

  /** The load in a line. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%s/s, each %s of %d x %.0f ms; %s, %d at once",
        NumberFormat.text(ratePerSecond),
        waiting.words(),
        children,
        childTime.toNanos() / 1e6,
        isCold() ? "cold" : "warm",
        burst);
  }

  /** How a request waits for its tasks. */
  public enum Waiting {

    /** In its client, which occupies no worker: the same tasks without nesting. */
    OUTSIDE("waiting outside") {
      @Override
      void start(
          ExecutorService pool,
          List<Callable<Boolean>> tasks,
          Collection<Future<?>> underWay,
          Consumer<Callable<Boolean>> onWorker) {
        AtomicInteger open = new AtomicInteger(tasks.size());
        for (Callable<Boolean> task : tasks) {
          pool.execute(() -> onWorker.accept(() -> task.call() && open.decrementAndGet() == 0));
        }
      }
    },

    /** {@link ExecutorService#invokeAll(Collection)}: the pool's own futures. */
    INVOKE_ALL("invokeAll") {
      @Override
      void start(
          ExecutorService pool,
          List<Callable<Boolean>> tasks,
          Collection<Future<?>> underWay,
          Consumer<Callable<Boolean>> onWorker) {
        pool.execute(() ->
            onWorker.accept(() -> {
              for (Future<Boolean> task : pool.invokeAll(tasks)) {
                task.get();
              }
              return true;
            }));
      }
    },

    /** {@link CompletableFuture#supplyAsync} and {@code join}: futures that no pool knows. */
    JOIN("supplyAsync and join") {
      @Override
      void start(
          ExecutorService pool,
          List<Callable<Boolean>> tasks,
          Collection<Future<?>> underWay,
          Consumer<Callable<Boolean>> onWorker) {
        pool.execute(() ->
            onWorker.accept(() -> {
              List<CompletableFuture<Boolean>> futures =
                  tasks.stream()
                      .map(task -> CompletableFuture.supplyAsync(() -> called(task), pool))
                      .toList();
              underWay.addAll(futures);
              futures.forEach(CompletableFuture::join);
              return true;
            }));
      }
    };

    private final String words;

    Waiting(String words) {
      this.words = words;
    }

    /**
     * Gives a request to the pool.
     *
     * @param underWay gets the futures whose waiting threads no interrupt wakes
     * @param onWorker runs, on a worker, a part of the request that says whether it was the last
     */
    abstract void start(
        ExecutorService pool,
        List<Callable<Boolean>> tasks,
        Collection<Future<?>> underWay,
        Consumer<Callable<Boolean>> onWorker);

    /**
     * The one of that name, as in {@code invoke-all}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Waiting of(String name) {
      return TaskLoad.named("way to wait", values(), name);
    }

    /** As in Java. */
    String words() {
      return words;
    }

    private static boolean called(Callable<Boolean> task) {
      try {
        return task.call();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while it slept", e);
      } catch (Exception e) {
        throw new IllegalStateException("a task failed", e);
      }
    }
  }
}
