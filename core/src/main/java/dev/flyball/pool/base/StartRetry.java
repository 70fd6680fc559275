package dev.flyball.pool.base;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A timer that retries a failed start later, where nothing runs whose end would trigger the retry.
 *
 * <p>Until then it holds on to what it is to start, as nothing else may.
 *
 * <p><b>How often?</b> After 100 ms, and after twice as long each time that no start has succeeded
 * meanwhile, up to 6.4 s: the first retries are soon, for a task waits; the later ones are rare,
 * for what lacks may lack for hours. The log has the first failed start of such a series, and then
 * the 2nd, 4th, 8th and so on, each with its number.
 *
 * <p>At most one retry is planned at a time. The JDK's timer triggers it, and the JDK's common pool
 * runs it, since the thread factory is foreign code. Where even that pool can start no thread, or
 * memory ends during a retry, another one is planned. Where it cannot even be planned, the next
 * start that fails plans it.
 *
 * <p>Safe for any number of threads.
 */
public final class StartRetry {

  private static final long DELAY_MILLIS_MIN = 100;

  private static final int DOUBLINGS_MAX = 6;

  private final AtomicBoolean onItsWay = new AtomicBoolean();
  private final AtomicLong failedStarts = new AtomicLong(); // since one has succeeded
  private final AtomicInteger retries = new AtomicInteger(); // planned since then
  private final SafeLog log;
  private final Runnable start;

  /** The JDK's common pool, or what it has instead where that has too few workers. */
  private final Executor common = new CompletableFuture<Void>().defaultExecutor();

  // Made beforehand: they are needed where memory may be short.
  private final Executor notYet = this::timeHasCome;
  private final Runnable tryNow = this::tryNow;

  /** Calls that to try again; what it throws is logged, and leads to another retry. */
  public StartRetry(SafeLog log, Runnable start) {
    this.log = log;
    this.start = start;
  }

  /** Notes that a start has failed; throws nothing. */
  public void failed(String what, Throwable failure) {
    long starts = failedStarts.incrementAndGet();
    if (Long.bitCount(starts) == 1) {
      String often = starts == 1 ? "" : ", " + starts + " starts have failed in a row";
      log.log(System.Logger.Level.WARNING, what + often, failure);
    }
  }

  /** Notes that a start has succeeded. */
  public void succeeded() {
    if (failedStarts.get() > 0 || retries.get() > 0) {
      failedStarts.set(0);
      retries.set(0);
    }
  }

  /**
   * Has it tried after a while, if that is not planned already. Throws nothing and calls no foreign
   * code, so a lock may be held.
   */
  public void plan() {
    if (onItsWay.compareAndSet(false, true)) {
      try {
        long millis = delayMillis(retries.getAndIncrement());
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, notYet).execute(tryNow);
      } catch (Throwable e) {
        onItsWay.set(false); // as said above
      }
    }
  }

  /** How long it waits after so many retries in a row. */
  static long delayMillis(int retries) {
    return DELAY_MILLIS_MIN << Math.min(retries, DOUBLINGS_MAX);
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
      failed("failed when it tried to start a thread again", e);
      plan();
    }
  }
}
