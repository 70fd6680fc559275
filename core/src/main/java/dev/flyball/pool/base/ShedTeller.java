package dev.flyball.pool.base;

import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.TaskShedException;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.policy.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part that counts the tasks which a rule has turned away, and tells their owners.
 *
 * <p>Safe for any number of threads. Counting calls no foreign code; telling does.
 */
public final class ShedTeller {

  private static final Reason CLIENT_GONE = Reason.of("its client has gone");

  private final String owner;
  private final SafeLog log;
  private final ShedCounts counts = new ShedCounts();
  private final List<ShedListener> listeners = new CopyOnWriteArrayList<>();

  /**
   * Of a target.
   *
   * @param owner what messages call it, such as "pool 'orders'"
   */
  public ShedTeller(String owner, SafeLog log) {
    this.owner = owner;
    this.log = log;
  }

  public void count(Shed<?> gone) {
    count(gone.who().kind(), gone.who().importance(), gone.cause());
  }

  /**
   * Counts a task that has left without having started because its client has gone, and tells the
   * listeners, and itself where it wants to know; called without a lock; throws nothing.
   *
   * @param waitedNanos how long it had waited; 0 where that is not known
   */
  public void abandoned(PoolFuture<?> task, String kind, Importance importance, long waitedNanos) {
    try {
      TaskShedException why = exception(ShedCause.GONE, CLIENT_GONE, 0);
      count(kind, importance, ShedCause.GONE);
      TaskOwner.shed(task, why);
      announce(kind, importance, waitedNanos, why);
    } catch (Throwable e) {
      log.log(System.Logger.Level.ERROR, "could not tell of a task whose client has gone", e);
    }
  }

  public void count(String kind, Importance importance, ShedCause cause) {
    counts.count(kind, importance, cause);
  }

  /** Counts a task that was turned away as it came, and tells the listeners. */
  public void turnedAway(String kind, Importance importance, TaskShedException why) {
    count(kind, importance, why.shedCause());
    announce(kind, importance, 0, why);
  }

  /** How many have been counted. */
  public long sum() {
    return counts.sum();
  }

  /** How many of them were turned away since more comes than can be done in time. */
  public long overloaded() {
    return counts.overloaded();
  }

  /** How many, to be appended to a line; empty for none. */
  public String text() {
    long tasks = sum();
    return tasks == 0 ? "" : ", " + tasks + " shed";
  }

  public ShedTotals totals(long ruleFailures) {
    return counts.totals(ruleFailures);
  }

  /** Adds a listener that is called for each task that is turned away from now on. */
  public void onShed(ShedListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener must not be null"));
  }

  /**
   * Tells the listeners of a task that was turned away; called without a lock; throws nothing.
   *
   * @param waitedNanos how long it had waited
   */
  public void announce(
      String kind, Importance importance, long waitedNanos, TaskShedException why) {
    if (!listeners.isEmpty()) {
      Duration waited = Duration.ofNanos(Math.max(0, waitedNanos));
      listeners.forEach(listener -> announce(listener, kind, importance, waited, why));
    }
  }

  private void announce(
      ShedListener listener,
      String kind,
      Importance importance,
      Duration waited,
      TaskShedException why) {
    try {
      listener.shed(kind, importance, waited, why);
    } catch (Throwable e) {
      listeners.remove(listener);
      log.log(System.Logger.Level.ERROR, "could not tell a listener of a task that was shed", e);
    }
  }

  /** Tells the listeners of a task that was let in and then turned away. */
  public void announce(Shed<?> gone, TaskShedException why) {
    announce(
        gone.who().kind(),
        gone.who().importance(),
        System.nanoTime() - gone.who().arrivedNanos(),
        why);
  }

  /** The exception for the owner of a task that is turned away. */
  public TaskShedException exception(Verdict verdict) {
    return exception(verdict.cause().orElseThrow(), verdict.why(), verdict.retryNanos());
  }

  /** The exception for the owner of a task that was let in and then turned away. */
  public TaskShedException exception(Shed<?> gone) {
    return exception(gone.cause(), gone.why(), gone.retryNanos());
  }

  private TaskShedException exception(ShedCause cause, Reason why, long retryNanos) {
    return new TaskShedException(owner, cause, why, Duration.ofNanos(retryNanos));
  }

  /**
   * Counts those that were turned away and tells all that are to be told; throws nothing.
   *
   * @param taskOf what its owner knows as the task
   */
  public <T> void tell(Aftermath<T> aftermath, Function<T, Runnable> taskOf) {
    for (Shed<T> gone : aftermath.gone()) {
      try {
        count(gone);
        TaskShedException why = exception(gone);
        TaskOwner.shed(taskOf.apply(gone.task()), why);
        announce(gone, why);
      } catch (Throwable e) {
        log.log(System.Logger.Level.ERROR, "could not tell the owner of a task that was shed", e);
      }
    }
    logFailure(aftermath.ruleFailure());
  }

  /** Logs what a rule has thrown, if it has. */
  public void logFailure(@Nullable Throwable failure) {
    if (failure != null) {
      log.log(
          System.Logger.Level.ERROR,
          "must have a rule for who gets in that answers, but it failed; what it does not answer is"
              + " let in",
          failure);
    }
  }
}
