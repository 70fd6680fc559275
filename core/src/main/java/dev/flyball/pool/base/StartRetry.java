package dev.flyball.pool.base;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A timer that retries a failed start later, where nothing runs whose end would trigger the retry.
 *
 * <p>Until then it holds on to what it is to start, as nothing else may.
 *
 * <p>At most one retry is planned at a time. The JDK's timer triggers it, and the JDK's common pool
 * runs it, since the thread factory is foreign code. Where even that pool can start no thread, the
 * timer tries again after the same time.
 *
 * <p>Safe for any number of threads.
 */
public final class StartRetry {

  /** How long it waits: long enough for other threads to end, short for a task that waits. */
  private static final long DELAY_MILLIS = 100;

  private final AtomicBoolean onItsWay = new AtomicBoolean();
  private final SafeLog log;
  private final Runnable start;

  /** The JDK's common pool, or what it has instead where that has too few workers. */
  private final Executor common = new CompletableFuture<Void>().defaultExecutor();

  // Made beforehand: they are needed where memory may be short.
  private final Executor timer;
  private final Runnable tryNow = this::tryNow;

  /** Calls that to try again; what it throws is logged. */
  public StartRetry(SafeLog log, Runnable start) {
    this.log = log;
    this.start = start;
    this.timer =
        CompletableFuture.delayedExecutor(DELAY_MILLIS, TimeUnit.MILLISECONDS, this::timeHasCome);
  }

  /** Has it tried after a while, if that is not planned already; throws nothing. */
  public void plan() {
    if (onItsWay.compareAndSet(false, true)) {
      try {
        timer.execute(tryNow);
      } catch (Throwable e) {
        onItsWay.set(false);
        log.log(System.Logger.Level.WARNING, "can not plan to start a thread later", e);
      }
    }
  }

  private void timeHasCome(Runnable planned) {
    try {
      common.execute(planned);
    } catch (Throwable e) {
      onItsWay.set(false);
      plan();
    }
  }

  private void tryNow() {
    onItsWay.set(false);
    try {
      start.run();
    } catch (Throwable e) {
      log.log(System.Logger.Level.ERROR, "failed when it tried to start a thread again", e);
    }
  }
}
