package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A way into a pipeline: a stage that takes records from outside. Safe for any thread.
 *
 * @param <T> the type of the records that it accepts
 */
public final class Entry<T> {

  private final Pipeline<?> pipeline;
  private final StageQueue queue;
  private final @Nullable InFlightLimit limit;

  /** Those that may bring records, or will. */
  final List<EntrySubscriber<T>> subscribers = new CopyOnWriteArrayList<>();

  Entry(Pipeline<?> pipeline, StageQueue queue, Optional<InFlightLimit> limit) {
    this.pipeline = pipeline;
    this.limit = limit.orElse(null);
    this.queue = queue;
    queue.addProducer();
  }

  /**
   * Offers a record without waiting.
   *
   * @return whether it was accepted: false when the queue was full (and blocks, or drops new
   *     records), or the pipeline accepts no more records
   */
  public boolean offer(T record) {
    Objects.requireNonNull(record, "record must not be null");
    return limit == null ? queue.offer(measured(record)) : offerLimited(record, limit);
  }

  /**
   * Puts a record, and waits for room if the entry's queue is full and blocks. A record that a full
   * queue drops is counted, and that is no error.
   *
   * @throws RejectedExecutionException when the pipeline accepts no more records; the record was
   *     not accepted
   * @throws InterruptedException when interrupted while waiting; the record was not accepted
   */
  public void put(T record) throws InterruptedException {
    Objects.requireNonNull(record, "record must not be null");
    if (limit == null) {
      putIn(measured(record));
    } else {
      putLimited(record, limit, outcome -> {});
    }
  }

  /**
   * Puts a record as {@link #put(Object)} does, and has its source told what has become of it: once
   * the record and all records that stages made of it have left the last stage, or were dropped, or
   * went to the dead letters.
   *
   * <p>A stage's output of one call of {@link Stage#on} is made of that call's record; what it
   * emits in {@link Stage#flush} is made of all records since the last flush. So a record that an
   * instance holds is not done before it was flushed, provided that its stage's plan has a rule for
   * flushes; where there is none, an instance is taken to hold nothing. A record that is put aside
   * is done once it has come back and was done.
   *
   * @param done is told the outcome, once; not when this method throws. It is called by the thread
   *     that ended the last of these records, so it must be quick; what it throws is logged. When
   *     {@link Pipeline#drain} has returned true, all calls have been made; after an {@link
   *     Pipeline#abort} those of threads that had not ended are made when they do
   * @throws RejectedExecutionException when the pipeline accepts no more records; the record was
   *     not accepted
   * @throws InterruptedException when interrupted while waiting; the record was not accepted
   */
  public void put(T record, Consumer<? super Outcome> done) throws InterruptedException {
    Objects.requireNonNull(record, "record must not be null");
    Objects.requireNonNull(done, "done must not be null");
    if (limit == null) {
      putIn(new Tracked(record, new Ticket(told(done))));
    } else {
      putLimited(record, limit, done);
    }
  }

  /** Who is told what became of a record, and what measures it where that is wanted. */
  private Consumer<? super Outcome> told(Consumer<? super Outcome> done) {
    ResponseTimes times = pipeline.responses();
    return times == null ? done : times.measuring(done);
  }

  /** A record whose source wants to be told nothing, with what measures it where that is wanted. */
  private Object measured(Object record) {
    ResponseTimes times = pipeline.responses();
    return times == null ? record : new Tracked(record, new Ticket(times.measuring(outcome -> {})));
  }

  private void putIn(Object record) throws InterruptedException {
    if (!queue.put(record)) {
      throw refused();
    }
  }

  private RejectedExecutionException refused() {
    return new RejectedExecutionException("a record came when nothing is taken in: " + pipeline);
  }

  /** A record that a subscriber has asked for, which has its place among those in flight. */
  Object asked(T record) {
    return limit == null
        ? measured(record)
        : new Tracked(record, ticket(limit.new Place(), told(outcome -> {})));
  }

  // ---- Where the records in flight are bounded

  private void putLimited(T record, InFlightLimit bound, Consumer<? super Outcome> done)
      throws InterruptedException {
    Consumer<? super Outcome> told = told(done);
    if (!bound.acquire(() -> pipeline.state() == PipelineState.RUNNING)) {
      throw refused();
    }
    InFlightLimit.Place place = bound.new Place();
    boolean taken = false;
    try {
      putIn(new Tracked(record, ticket(place, told)));
      taken = true;
    } finally {
      if (!taken) {
        place.giveBack();
      }
    }
  }

  private boolean offerLimited(T record, InFlightLimit bound) {
    if (!bound.tryAcquire()) {
      return false;
    }
    InFlightLimit.Place place = bound.new Place();
    boolean taken = false;
    try {
      taken = queue.offer(new Tracked(record, ticket(place, told(outcome -> {}))));
      return taken;
    } finally {
      if (!taken) {
        place.giveBack(); // unless it was dropped, and has given it back
      }
    }
  }

  private static Ticket ticket(InFlightLimit.Place place, Consumer<? super Outcome> done) {
    return new Ticket(outcome -> {
      place.giveBack();
      done.accept(outcome);
    });
  }

  /**
   * A subscriber that puts the records of a publisher into this entry. It asks for as many as half
   * of the free places of the entry's queue, and at most half of all, which are kept for them until
   * they come. Each subscriber is for one publisher; several may bring to one entry.
   *
   * <p>The end of the publisher does not end the pipeline. When the pipeline accepts no more
   * records, the subscription is cancelled; records that come nevertheless are dead letters.
   *
   * @param ended is told that the publisher is complete, or why it failed; once at most. It is
   *     called by the publisher's thread, and must be quick, as is {@code end ->
   *     pipeline.shutdown()}; what it throws is logged
   */
  public Flow.Subscriber<T> subscriber(Consumer<Optional<Throwable>> ended) {
    Objects.requireNonNull(ended, "ended must not be null");
    EntrySubscriber<T> subscriber = new EntrySubscriber<>(this, queue, ended, limit);
    subscribers.add(subscriber);
    if (pipeline.state() != PipelineState.RUNNING) {
      subscriber.stop();
    }
    return subscriber;
  }

  /** A subscriber brings nothing any more. */
  void forget(EntrySubscriber<T> subscriber) {
    subscribers.remove(subscriber);
  }

  /** Wants no more records from subscriptions. */
  void abort() {
    subscribers.forEach(EntrySubscriber::stop);
  }

  /** No more records come from here. */
  void close() {
    queue.entryGone();
    subscribers.forEach(EntrySubscriber::stop);
  }
}
