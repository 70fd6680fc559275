package dev.flyball.pool.base;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The future of a submitted task. It remembers whether the task failed, because the exception is
 * kept in the future and never reaches the worker. When it is cancelled, it leaves the queue of the
 * executor that it was made for.
 *
 * <p>Threads: the worker writes {@code failed} inside {@link #run()} and reads it after it. Where
 * it waits is written by the thread that has it wait, and read under the lock of the queue, which
 * checks that it waits there: what is out of date does no harm.
 */
public final class PoolFuture<T> extends FutureTask<T> {

  private final TaskSink sink;

  /** The task, where it wants to be told itself that it was turned away. */
  private final @Nullable Sheddable told;

  private final @Nullable Consumer<PoolFuture<T>> ended;
  private boolean failed;

  /** Written before it is cancelled, read after. */
  private volatile boolean abandoned;

  /** The number of its place in a queue. */
  public long number;

  /** What stands for it in a line. */
  public @Nullable Object entry;

  /**
   * A future.
   *
   * @param sink is told when it is cancelled
   */
  public PoolFuture(TaskSink sink, Callable<T> task) {
    this(sink, task, task, null);
  }

  /** The same of a task without a result, with this one in its place. */
  public PoolFuture(TaskSink sink, Runnable task, T value) {
    this(sink, Executors.callable(task, value), task, null);
  }

  /**
   * The same.
   *
   * @param ended is called when it has ended in whatever way, by the thread that ends it
   */
  public PoolFuture(TaskSink sink, Callable<T> task, Consumer<PoolFuture<T>> ended) {
    this(sink, task, task, ended);
  }

  private PoolFuture(
      TaskSink sink, Callable<T> call, Object task, @Nullable Consumer<PoolFuture<T>> ended) {
    super(call);
    this.sink = sink;
    this.told = task instanceof Sheddable sheddable ? sheddable : null;
    this.ended = ended;
  }

  @Override
  protected void done() {
    if (ended != null) {
      ended.accept(this);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled) {
      sink.cancelled(this);
    }
    return cancelled;
  }

  /**
   * Cancels it, since its client has gone.
   *
   * @return whether it had not ended before
   */
  public boolean abandon() {
    abandoned = true;
    return cancel(false);
  }

  /** Whether the client of a cancelled one has gone. */
  public boolean isAbandoned() {
    return abandoned;
  }

  /** Whether it was made for that executor. */
  @SuppressWarnings("ReferenceEquality") // this very one
  public boolean isOf(TaskSink other) {
    return sink == other;
  }

  /**
   * Ends it without having run: threads that wait for it get this exception. A task that is {@link
   * Sheddable} is told.
   */
  public void shed(TaskShedException why) {
    setException(why);
    if (told != null) {
      told.shed(why);
    }
  }

  @Override
  protected void setException(Throwable t) {
    failed = true;
    super.setException(t);
  }

  public boolean failed() {
    return failed;
  }
}
