package dev.flyball.pool.base;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskShedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The future of a submitted task. It remembers whether the task failed, because the exception is
 * kept in the future and never reaches the worker. When it is cancelled, it leaves the queue of the
 * executor that it was made for.
 *
 * <p><b>Claims.</b> A task may be started by the worker that takes it from the queue, or by a
 * worker that gets it out of turn, because a thread of the same executor waits for it. So it is
 * claimed first:
 *
 * <pre>
 *   FREE -> BEGUN                  by the worker that has taken it from the queue
 *   FREE -> HANDED_OVER -> STARTED by a waiting thread, and the worker that it is handed to
 *   HANDED_OVER -> FREE            if no worker could be had
 * </pre>
 *
 * A place in the queue whose task is handed over or started is void. {@link #run()} without a claim
 * claims it and runs it as ever, but not one that is handed over.
 *
 * <p><b>Threads:</b> the worker writes {@code failed} inside {@link #run()} and reads it after it.
 * Where it waits is written by the thread that has it wait, and read under the lock of the queue,
 * which checks that it waits there: what is out of date does no harm.
 */
public final class PoolFuture<T> extends FutureTask<T> {

  private static final VarHandle CLAIM;

  static {
    try {
      CLAIM = MethodHandles.lookup().findVarHandle(PoolFuture.class, "claim", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int FREE = 0;
  private static final int BEGUN = 1;
  private static final int HANDED_OVER = 2;
  private static final int STARTED = 3;

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
   * Threads of its executor whose places are lent while they wait for it. Written under a lock of
   * the executor, read without it.
   */
  public volatile int ownWaiters;

  /** Whether a thread waits that tells how long it waits for the start. */
  private volatile boolean watched;

  /** When it was started, if a thread waited for that; else 0. */
  private volatile long watchedStartStamp;

  @SuppressWarnings("unused") // through CLAIM
  private volatile int claim;

  /**
   * A future.
   *
   * @param sink is told when it is cancelled
   * @param call what it runs
   * @param task what was submitted, which is told if it is turned away and {@link Sheddable}
   */
  public PoolFuture(TaskSink sink, Callable<T> call, Object task) {
    this(sink, call, task, null);
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

  // ---- Claims

  /** Claims it for the worker that has taken it from the queue; false when it is void there. */
  public boolean begin() {
    return claim == FREE && CLAIM.compareAndSet(this, FREE, BEGUN);
  }

  /** Claims it for a worker that gets it out of turn; false when one has begun it. */
  public boolean handOver() {
    return claim == FREE && CLAIM.compareAndSet(this, FREE, HANDED_OVER);
  }

  /** Starts it where it was handed over to; false when another thread has done so. */
  public boolean startHandedOver() {
    return CLAIM.compareAndSet(this, HANDED_OVER, STARTED);
  }

  /** It is to wait in the queue again, since no worker could be had. */
  public boolean takeBack() {
    return CLAIM.compareAndSet(this, HANDED_OVER, FREE);
  }

  /** Whether a worker has claimed it. */
  public boolean hasBegun() {
    return claim != FREE;
  }

  /** Whether it is or was handed over: its place in the queue is void. */
  public boolean isHandedOver() {
    return claim >= HANDED_OVER;
  }

  @Override
  public void run() {
    if (claim != HANDED_OVER) {
      if (watched) {
        watchedStartStamp = System.nanoTime();
      }
      boolean unused = begin(); // where it was not claimed: by a thread that was made for it
      super.run();
    }
  }

  // ---- Waiting

  @Override
  public T get() throws InterruptedException, ExecutionException {
    if (isDone()) {
      return super.get();
    }
    LongConsumer listener = sink.waitListener();
    if (listener == null) {
      return await();
    }
    long beganStamp = watch();
    try {
      return await();
    } finally {
      tellWait(listener, beganStamp);
    }
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (isDone() || timeout <= 0) {
      return super.get(timeout, unit);
    }
    LongConsumer listener = sink.waitListener();
    long beganStamp = listener == null ? System.nanoTime() : watch();
    try {
      return await(beganStamp, timeout, unit);
    } finally {
      if (listener != null) {
        tellWait(listener, beganStamp);
      }
    }
  }

  private T await() throws InterruptedException, ExecutionException {
    OwnWait wait = sink.awaits(this, false);
    if (wait == OwnWait.NONE) {
      return super.get();
    }
    try {
      for (int looks = 0; ; looks++) {
        try {
          return super.get(sink.awaitsNanos(looks), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          sink.stillAwaits(this);
        }
      }
    } finally {
      sink.waited(wait, this);
    }
  }

  private T await(long beganStamp, long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    OwnWait wait = sink.awaits(this, true);
    if (wait == OwnWait.NONE) {
      return super.get(timeout, unit);
    }
    try {
      long nanosMax = unit.toNanos(timeout);
      for (int looks = 0; ; looks++) {
        long lookNanos = sink.awaitsNanos(looks);
        long leftNanos = nanosMax - (System.nanoTime() - beganStamp);
        try {
          return super.get(Math.min(leftNanos, lookNanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          if (leftNanos <= lookNanos) {
            throw e;
          }
          sink.stillAwaits(this);
        }
      }
    } finally {
      sink.waited(wait, this);
    }
  }

  private long watch() {
    long nowStamp = System.nanoTime();
    watched = true;
    return nowStamp;
  }

  /**
   * Tells how long a thread has waited for the start, or in vain; one that came after the start has
   * not.
   */
  private void tellWait(LongConsumer listener, long beganStamp) {
    long startStamp = watchedStartStamp;
    if (startStamp == 0) {
      if (hasBegun()) {
        return;
      }
      startStamp = System.nanoTime();
    }
    if (startStamp - beganStamp > 0) {
      listener.accept(startStamp - beganStamp);
    }
  }

  /** Called by whatever thread ends it, which holds no lock of its executor. */
  @Override
  protected void done() {
    if (ended != null) {
      ended.accept(this);
    }
    if (ownWaiters > 0) {
      sink.awaitedIsDone(this);
    }
  }

  // ---- Ends

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

  /** The task, where it wants to be told itself that it was turned away; else null. */
  public @Nullable Sheddable told() {
    return told;
  }

  /** The executor that it was made for. */
  public TaskSink sink() {
    return sink;
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
