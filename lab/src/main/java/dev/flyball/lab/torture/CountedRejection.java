package dev.flyball.lab.torture;

import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.pool.Refusal;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One of the ways to refuse a task, counted.
 *
 * <p><b>Threads.</b> Any; what {@link #asked} and {@link #threw} answer is the calling thread's
 * own, and no thread hands in tasks in more than one round.
 */
final class CountedRejection implements Rejection {

  private static final Duration WAIT_MAX = Duration.ofMillis(3);

  private static final ThreadLocal<@Nullable Throwable> THROWN = new ThreadLocal<>();
  private static final ThreadLocal<Long> ASKED = ThreadLocal.withInitial(() -> 0L);

  private final Refusing way;
  private final Rejection counted;
  private final Ledger ledger;

  CountedRejection(Refusing way, Ledger ledger) {
    this.way = way;
    this.ledger = ledger;
    this.counted =
        switch (way) {
          case ABORT -> Rejection.abort();
          case CALLER_RUNS -> Rejection.callerRuns();
          case DISCARD -> Rejection.discard();
          case DISCARD_OLDEST -> Rejection.discardOldest();
          case BLOCK -> Rejection.block(WAIT_MAX);
        };
  }

  @Override
  public void reject(Refusal refusal) {
    ledger.refusals.incrementAndGet();
    ASKED.set(ASKED.get() + 1);
    boolean well = false;
    try {
      counted.reject(refusal);
      well = true;
    } catch (RejectedExecutionException e) {
      THROWN.set(e);
      if (noWorker(e)) {
        ledger.stranded.incrementAndGet();
      }
      throw e;
    } finally {
      if (!well || way.turnsAwayInSilence()) {
        ledger.turnedAway.incrementAndGet();
      }
    }
  }

  /** Whether it says that no worker could be started. */
  static boolean noWorker(RejectedExecutionException e) {
    return e.getCause() != null && !(e.getCause() instanceof InterruptedException);
  }

  /** How often this thread was refused so far. */
  long asked() {
    return ASKED.get();
  }

  /** Forgets refusals of this thread, those of a task that it handed in while it ran another. */
  void askedOnly(long count) {
    ASKED.set(count);
  }

  /** Whether this very exception came from here, in this thread. */
  @SuppressWarnings("ReferenceEquality")
  boolean threw(RejectedExecutionException e) {
    return THROWN.get() == e;
  }

  Refusing way() {
    return way;
  }
}
