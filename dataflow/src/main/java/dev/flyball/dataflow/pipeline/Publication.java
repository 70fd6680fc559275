package dev.flyball.dataflow.pipeline;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a stage does that publishes its records: it hands them to the subscriber that there is.
 *
 * <p><b>States of a subscription.</b> Claimed: the subscriber is told of it - begun: it is given
 * records that it has asked for - ending: it has asked for less than one record, or the stage has
 * ended; it is told so by the next thread that may call it - over: told, or cancelled, or refused.
 *
 * <p><b>Shared state.</b> Any thread may subscribe, ask, and cancel. The stage's threads call
 * {@code onNext}, one at a time, with no lock held that the subscription needs.
 *
 * @param <T> the type of the records
 */
final class Publication<T> {

  private final String stage;

  /** Held while a subscriber is called; taken before {@code lock}. */
  private final ReentrantLock turn = new ReentrantLock();

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Condition changed = lock.newCondition();
  private @Nullable Line line;
  private boolean used;
  private Optional<End> ended = Optional.empty();

  Publication(String stage) {
    this.stage = stage;
  }

  /**
   * How a stream ends.
   *
   * @param failure why it failed; empty when it is complete
   */
  private record End(Optional<Throwable> failure) {

    void tell(Flow.Subscriber<?> subscriber) {
      failure.ifPresentOrElse(subscriber::onError, subscriber::onComplete);
    }
  }

  /** A subscription. */
  private final class Line implements Flow.Subscription {
    private final Flow.Subscriber<? super T> subscriber;

    // Guarded by lock.
    private long demand;
    private boolean begun;
    private Optional<End> end = Optional.empty();

    Line(Flow.Subscriber<? super T> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long count) {
      lock.lock();
      try {
        if (line != this) {
          return;
        }
        if (count > 0) {
          demand = count > Long.MAX_VALUE - demand ? Long.MAX_VALUE : demand + count;
        } else if (end.isEmpty()) {
          end =
              Optional.of(
                  new End(
                      Optional.of(
                          new IllegalArgumentException(
                              "request must be at least 1 but was " + count))));
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      settle();
    }

    @Override
    public void cancel() {
      lock.lock();
      try {
        if (line == this) {
          line = null;
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  void subscribe(Flow.Subscriber<? super T> subscriber) {
    Line added = new Line(subscriber);
    if (!takes(added)) {
      subscriber.onSubscribe(new Refused());
      subscriber.onError(
          new IllegalStateException(
              "stage '" + stage + "' must have one subscriber at a time but got another one"));
      return;
    }
    try {
      subscriber.onSubscribe(added);
    } catch (Throwable e) {
      added.cancel();
      throw e;
    }
    lock.lock();
    try {
      added.begun = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    settle();
  }

  private boolean takes(Line added) {
    lock.lock();
    try {
      boolean free = line == null;
      if (free) {
        line = added;
        added.end = ended;
      }
      return free;
    } finally {
      lock.unlock();
    }
  }

  /** The subscription of a subscriber that was refused. */
  private static final class Refused implements Flow.Subscription {
    @Override
    public void request(long count) {}

    @Override
    public void cancel() {}
  }

  // ---- The stage's side

  /** Is given to a pipeline; whether that is the first one. */
  boolean use() {
    lock.lock();
    try {
      boolean first = !used;
      used = true;
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** Hands a record to the subscriber, waiting until one has asked for it. */
  void on(T record, Emitter<Void> out) throws InterruptedException {
    Outbox.Wait wait = Outbox.awaitRoom(out);
    boolean waits = true;
    turn.lockInterruptibly();
    try {
      Line to = awaitDemand();
      wait.end();
      waits = false;
      send(record, to);
    } finally {
      if (waits) {
        wait.end();
      }
      turn.unlock();
      settle();
    }
  }

  private void send(T record, Line to) {
    try {
      to.subscriber.onNext(record);
    } catch (Throwable e) {
      to.cancel();
      throw e;
    }
  }

  /** Waits for a subscriber that has asked for a record; one record less is asked for then. */
  private Line awaitDemand() throws InterruptedException {
    while (true) {
      Line ending;
      lock.lock();
      try {
        while (!isReady()) {
          changed.await();
        }
        Line ready = Objects.requireNonNull(line);
        if (ready.end.isEmpty()) {
          ready.demand -= ready.demand == Long.MAX_VALUE ? 0 : 1;
          return ready;
        }
        ending = ready;
        line = null;
      } finally {
        lock.unlock();
      }
      tellEnd(ending);
    }
  }

  private boolean isReady() {
    return line != null && line.begun && (line.demand > 0 || line.end.isPresent());
  }

  /** The stage has ended: the stream is complete, or has failed. Never throws. */
  void end(Optional<Throwable> failure) {
    End end = new End(failure);
    lock.lock();
    try {
      ended = Optional.of(end);
      if (line != null && line.end.isEmpty()) {
        line.end = ended;
      }
    } finally {
      lock.unlock();
    }
    settle();
  }

  /** Tells the subscriber that its stream has ended, if it has, and no other thread calls it. */
  private void settle() {
    while (endDue() && !turn.isHeldByCurrentThread() && turn.tryLock()) {
      try {
        tellEnd();
      } finally {
        turn.unlock();
      }
    }
  }

  private boolean endDue() {
    lock.lock();
    try {
      return line != null && line.begun && line.end.isPresent();
    } finally {
      lock.unlock();
    }
  }

  private void tellEnd() {
    Line ending;
    lock.lock();
    try {
      if (line == null || !line.begun || line.end.isEmpty()) {
        return;
      }
      ending = line;
      line = null;
    } finally {
      lock.unlock();
    }
    tellEnd(ending);
  }

  /** Never throws: a record may wait for the next subscriber. */
  private void tellEnd(Line ending) {
    try {
      ending.end.orElseThrow().tell(ending.subscriber);
    } catch (Throwable e) {
      PipelineLog.tell(
          System.Logger.Level.ERROR, "a subscriber failed that was told of the end", e);
    }
  }
}
