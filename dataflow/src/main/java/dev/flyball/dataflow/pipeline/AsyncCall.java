package dev.flyball.dataflow.pipeline;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A record of an asynchronous stage, from the moment when it is taken until its result is. It
 * stands in batches where a record of another stage stands as it is.
 *
 * <p><b>States.</b> To begin - running, until the function's stage completes - pausing, before
 * another attempt, which is to begin again - finished, with a result or a failure. What a thread
 * writes here it writes before it lets the queue's lock go under which the next one finds it.
 */
final class AsyncCall {

  final Object record;
  final KeyHold keys;
  private final Function<Object, ? extends CompletionStage<?>> function;
  private final StageQueue queue;
  private volatile @Nullable CompletionStage<?> running;

  /** Written before {@code running} is read, which is written before this is read. */
  private volatile boolean cancelled;

  private @Nullable Object result;
  private @Nullable Throwable failure;
  private int attempts;
  private boolean finished;

  /** How long it took the worker to begin it, if that was timed. */
  volatile long beginNanos;

  /** Guarded by the queue's lock. */
  private int endedAttempts;

  private final AtomicBoolean over = new AtomicBoolean();

  AsyncCall(
      Object record,
      KeyHold keys,
      Function<Object, ? extends CompletionStage<?>> function,
      StageQueue queue) {
    this.record = record;
    this.keys = keys;
    this.function = function;
    this.queue = queue;
  }

  /** Begins an attempt. Never throws. */
  void begin() {
    int attempt = ++attempts;
    try {
      CompletionStage<?> begun =
          Objects.requireNonNull(
              function.apply(Tracked.bare(record)),
              "function of an asynchronous stage must return a stage but returned null");
      running = begun;
      if (cancelled) { // while the function was at work
        cancel();
      }
      begun.whenComplete((value, thrown) -> queue.ended(this, attempt, value, thrown));
    } catch (Throwable e) {
      queue.ended(this, attempt, null, e);
    }
  }

  /** Whether that attempt has not ended before; from now on it has. Under the queue's lock. */
  boolean ends(int attempt) {
    boolean first = endedAttempts < attempt;
    endedAttempts = Math.max(endedAttempts, attempt);
    return first;
  }

  /** Whether it was not ended by an abort before; from now on it is. */
  boolean endsByAbort() {
    return over.compareAndSet(false, true);
  }

  /** Whether it waits for another attempt, as far as is known without the lock. */
  boolean pausing() {
    return !finished && running == null && failure != null;
  }

  /** The result of an attempt, which may be followed by another one. */
  void note(@Nullable Object value, @Nullable Throwable thrown) {
    running = null;
    result = value;
    Throwable earlier = failure;
    failure = thrown;
    if (thrown != null && earlier != null) {
      Retry.addTo(thrown, earlier);
    }
  }

  void finish() {
    finished = true;
  }

  boolean finished() {
    return finished;
  }

  int attempts() {
    return attempts;
  }

  /** The result; null if there is none to emit. */
  @Nullable Object result() {
    return result;
  }

  /** The failure of the last attempt; null if it had none. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Cancels what is running, as far as the function's stage can be cancelled. Never throws. */
  void cancel() {
    cancelled = true;
    CompletionStage<?> begun = running;
    try {
      if (begun != null) {
        begun.toCompletableFuture().cancel(true);
      }
    } catch (Throwable e) {
      // A stage need not have a future. Then it runs on, and its result is left over when it comes.
    }
  }

  /** The failure itself, where a stage that depends on another one has wrapped it. */
  static @Nullable Throwable unwrapped(@Nullable Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
