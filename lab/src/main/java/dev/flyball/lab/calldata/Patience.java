package dev.flyball.lab.calldata;

import dev.flyball.policy.Require;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * How long something is tried again that failed for a reason that may pass, such as a database that
 * is being restarted or a disk that is full.
 *
 * @param total how long at most, from the first failure on; 0 for not at all
 * @param pause how long to wait between two tries
 */
record Patience(Duration total, Duration pause) {

  private static final Duration PAUSE = Duration.ofMillis(50);

  Patience {
    Require.notNegative("total", total);
    Require.positive("pause", pause);
  }

  static Patience of(Duration total) {
    return new Patience(total, PAUSE);
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
    long firstFailureNanos = 0;
    for (long failures = 0; true; failures++) {
      try {
        attempt.run();
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        long now = System.nanoTime();
        firstFailureNanos = failures == 0 ? now : firstFailureNanos;
        if (!mayPass.test(e) || now - firstFailureNanos >= total.toNanos()) {
          throw e;
        }
      }
      Thread.sleep(pause.toMillis());
    }
  }
}
