package dev.flyball.dataflow.pipeline;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way from a publisher into a pipeline: asks for as many records as there is room for in the
 * queue of the entry, and keeps that room for them. So it never waits, whatever else puts records.
 *
 * <p>It asks for up to half of the queue's places, and of those that are free, and again when half
 * of those have come and there is room. Where a full queue drops records or puts them aside, there
 * always is.
 *
 * <p><b>Shared state.</b> The publisher calls it, one call at a time; the threads of the entry's
 * stage ask when they have made room. The subscription is called by one thread at a time: the one
 * that finds no other there, which goes on for those that come meanwhile. One that throws is given
 * up.
 */
final class EntrySubscriber<T> implements Flow.Subscriber<T> {

  private final Entry<T> entry;
  private final StageQueue queue;
  private final @Nullable InFlightLimit limit;
  private final Consumer<Optional<Throwable>> ended;
  private final int target;

  /** How many threads have wanted to call the subscription since one does. */
  private final AtomicInteger toSettle = new AtomicInteger();

  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean over;

  /** The one that is called back, so that it is registered once. */
  private final Runnable settling = this::settle;

  /**
   * How many records are asked for and have not come, for which room is kept. Written under the
   * queue's lock.
   */
  volatile int asked;

  EntrySubscriber(
      Entry<T> entry,
      StageQueue queue,
      Consumer<Optional<Throwable>> ended,
      @Nullable InFlightLimit limit) {
    this.entry = entry;
    this.queue = queue;
    this.limit = limit;
    this.ended = ended;
    this.target = Math.max(1, queue.capacity() / 2);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    Objects.requireNonNull(given, "subscription must not be null");
    if (subscription != null) {
      given.cancel();
      return;
    }
    subscription = given;
    queue.addSubscriber(this);
    settle();
  }

  @Override
  public void onNext(T record) {
    Objects.requireNonNull(record, "record must not be null");
    if (!queue.putKept(entry.asked(record), this)) {
      over = true;
    }
    settle();
  }

  @Override
  public void onError(Throwable failure) {
    end(Optional.of(Objects.requireNonNull(failure, "failure must not be null")));
  }

  @Override
  public void onComplete() {
    end(Optional.empty());
  }

  private void end(Optional<Throwable> failure) {
    subscription = null;
    stop();
    try {
      ended.accept(failure);
    } catch (Throwable e) {
      PipelineLog.tell(Level.ERROR, "a handler failed that was told of a publisher's end", e);
    }
  }

  /** Wants no more records. */
  void stop() {
    over = true;
    settle();
  }

  /** Whether it is to be told when there is room. */
  boolean isHungry() {
    return !over && asked <= target / 2;
  }

  /** Asks for more, or cancels, unless another thread is about to. */
  void settle() {
    if (toSettle.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      settleOnce();
      seen = toSettle.addAndGet(-seen);
    } while (seen != 0);
  }

  private void settleOnce() {
    Flow.Subscription present = subscription;
    if (over) {
      subscription = null;
      entry.forget(this);
      release(queue.removeSubscriber(this));
      if (present != null) {
        tell("cancel", present::cancel);
      }
    } else if (present != null && isHungry()) {
      int kept = keepRoom();
      if (kept > 0 && !tell("ask", () -> present.request(kept))) {
        over = true;
        settleOnce();
      }
    }
  }

  /**
   * Calls the subscription, which must return normally; whether it did. The thread may be a stage's
   * own, which has just taken records: they are not to be lost by what a publisher throws.
   */
  private static boolean tell(String what, Runnable call) {
    try {
      call.run();
      return true;
    } catch (Throwable e) {
      PipelineLog.tell(Level.ERROR, "a publisher failed that was told to " + what, e);
      return false;
    }
  }

  private int keepRoom() {
    int wanted = target - asked;
    int allowed = limit == null ? wanted : limit.acquireUpTo(wanted, settling);
    int kept = allowed == 0 ? 0 : queue.keepRoom(this, allowed);
    release(allowed - kept);
    return kept;
  }

  private void release(int places) {
    if (limit != null && places > 0) {
      limit.release(places);
    }
  }
}
