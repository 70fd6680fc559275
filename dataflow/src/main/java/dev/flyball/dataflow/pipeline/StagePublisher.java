package dev.flyball.dataflow.pipeline;

import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * The end of a pipeline as a publisher: a stage that hands its records to a subscriber, as many as
 * that has asked for. Where it asks for none the stage waits, its queue fills, and the pipeline
 * with it. That wait counts as one for what is behind the stage. Safe for any thread.
 *
 * <p>There is one subscriber at a time; another one is refused with an {@link
 * IllegalStateException}. When it cancels, the next one that subscribes gets the further records.
 * While there is none, records wait. A subscriber is told that the stream is complete when the
 * stage has ended, and that it has failed, with a {@link
 * java.util.concurrent.CancellationException}, after an abort. A record is done, for its source,
 * when {@code onNext} has returned; when that throws, the record is a dead letter and the
 * subscription is cancelled.
 *
 * @param <T> the type of the records
 */
public final class StagePublisher<T> implements Flow.Publisher<T> {

  private final StagePlan<T, Void> stage;
  private final Publication<T> publication;

  StagePublisher(StagePlan<T, Void> stage, Publication<T> publication) {
    this.stage = stage;
    this.publication = publication;
  }

  /** The stage, to send records to, or to be the entry of the pipeline. */
  public StagePlan<T, Void> stage() {
    return stage;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    publication.subscribe(Objects.requireNonNull(subscriber, "subscriber must not be null"));
  }
}
