package dev.flyball.pool;

import dev.flyball.pool.base.Decoration;
import dev.flyball.pool.base.OwnWait;
import dev.flyball.pool.base.PoolFuture;
import dev.flyball.pool.base.TaskSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The first result of several tasks, as {@code invokeAny} hands them in: one after the other, while
 * none has ended.
 *
 * <p><b>Why not the JDK's?</b> It hands in futures that hide those it waits for. A task that is
 * turned away after it was let in could then not be ended for the waiting thread, which would wait
 * for ever.
 *
 * <p>For one thread, but for the queue of those that have ended.
 */
final class AnyOf<T> {

  private final Executor executor;
  private final TaskSink sink;
  private final Decoration decoration;
  private final BlockingQueue<PoolFuture<T>> ended = new LinkedBlockingQueue<>();
  private final List<PoolFuture<T>> handedIn = new ArrayList<>();

  AnyOf(Executor executor, TaskSink sink, Decoration decoration) {
    this.executor = executor;
    this.sink = sink;
    this.decoration = decoration;
  }

  /**
   * The result of one of them that has not failed; the others are cancelled.
   *
   * @param nanosMax how long it may take
   * @throws ExecutionException when all have failed
   * @throws TimeoutException when the time is over
   */
  T get(Collection<? extends Callable<T>> tasks, long nanosMax)
      throws InterruptedException, ExecutionException, TimeoutException {
    Objects.requireNonNull(tasks, "tasks must not be null");
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("tasks must not be empty");
    }
    try {
      return get(tasks.iterator(), System.nanoTime(), nanosMax);
    } finally {
      handedIn.forEach(future -> future.cancel(true));
    }
  }

  private T get(Iterator<? extends Callable<T>> left, long beganNanos, long nanosMax)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutionException failure = null;
    for (int running = 0; running > 0 || left.hasNext(); running--) {
      PoolFuture<T> one = ended.poll();
      while (one == null && left.hasNext()) {
        handIn(left.next());
        running++;
        one = ended.poll();
      }
      if (one == null) {
        one = next(nanosMax, nanosMax - (System.nanoTime() - beganNanos));
      }
      try {
        return one.get();
      } catch (ExecutionException e) {
        failure = e;
      } catch (RuntimeException e) {
        failure = new ExecutionException(e);
      }
    }
    throw Objects.requireNonNull(failure, "one of them must have ended");
  }

  private PoolFuture<T> next(long nanosMax, long leftNanos)
      throws InterruptedException, TimeoutException {
    PoolFuture<T> awaited = oneToAwait();
    boolean isTimed = nanosMax < Long.MAX_VALUE;
    OwnWait wait = awaited == null ? OwnWait.NONE : sink.awaits(awaited, isTimed);
    PoolFuture<T> one;
    try {
      one =
          awaited == null || wait == OwnWait.NONE
              ? ended.poll(leftNanos, TimeUnit.NANOSECONDS)
              : pollAndLook(awaited, leftNanos);
    } finally {
      if (awaited != null && wait != OwnWait.NONE) {
        sink.waited(wait, awaited);
      }
    }
    if (one == null) {
      throw new TimeoutException();
    }
    return one;
  }

  /**
   * Waits for the one that ends next, and helps with the awaited one where no other thread will.
   */
  private @Nullable PoolFuture<T> pollAndLook(PoolFuture<T> awaited, long leftNanos)
      throws InterruptedException {
    long beganNanos = System.nanoTime();
    long left = leftNanos;
    for (int looks = 0; left > sink.awaitsNanos(looks); looks++) {
      PoolFuture<T> one = ended.poll(sink.awaitsNanos(looks), TimeUnit.NANOSECONDS);
      if (one != null) {
        return one;
      }
      sink.stillAwaits(awaited);
      left = leftNanos - (System.nanoTime() - beganNanos);
    }
    return ended.poll(left, TimeUnit.NANOSECONDS);
  }

  /** The first that has not begun; else the first that has not ended. */
  private @Nullable PoolFuture<T> oneToAwait() {
    PoolFuture<T> running = null;
    for (PoolFuture<T> future : handedIn) {
      if (!future.isDone()) {
        if (!future.hasBegun()) {
          return future;
        }
        running = running == null ? future : running;
      }
    }
    return running;
  }

  private void handIn(Callable<T> task) {
    PoolFuture<T> future = new PoolFuture<>(sink, decoration.of(task), ended::add);
    handedIn.add(future);
    executor.execute(future);
  }
}
