package dev.flyball.lab.calldata;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Tries again what failed for a reason that may pass, such as a database that is being restarted or
 * a disk that is full, for so long at most.
 *
 * <p><b>Why shared.</b> If each ticket had a patience of its own, a database that is gone for good
 * would cost that time for every ticket. So the time runs from the first failure behind which there
 * was no success, of whichever thread: once it is over, a ticket has one try, until one succeeds.
 * The time of a ticket that alone fails is limited as well.
 *
 * <p>Safe for any thread.
 */
final class RetryBudget {

  private static final long PAUSE_MILLIS = 50;
  private static final long NEVER = Long.MAX_VALUE;

  private final long totalNanos;
  private final long originNanos = System.nanoTime();

  /** When it began to fail, counted from the origin. */
  private final AtomicLong failingSince = new AtomicLong(NEVER);

  /** So long in total, 0 for one try each. */
  RetryBudget(Duration total) {
    this.totalNanos = total.toNanos();
  }

  /** Something that may fail. */
  @FunctionalInterface
  interface Attempt {
    void run() throws Exception;
  }

  /**
   * Tries until it succeeds.
   *
   * @param mayPass whether a failure may pass; all others are thrown at once
   * @throws Exception the last failure, when it did not pass in time; or that of being interrupted
   */
  void attempt(Attempt attempt, Predicate<Exception> mayPass) throws Exception {
    long ownSince = NEVER;
    while (true) {
      try {
        attempt.run();
        if (failingSince.get() != NEVER) { // all threads come here with every record
          failingSince.set(NEVER);
        }
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        if (!mayPass.test(e)) {
          throw e;
        }
        long now = System.nanoTime() - originNanos;
        failingSince.compareAndSet(NEVER, now);
        ownSince = Math.min(ownSince, now);
        if (now - Math.min(ownSince, failingSince.get()) >= totalNanos) {
          throw e;
        }
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
