package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pipelines between publishers and subscribers. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FlowBridgesTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Keeps what it is given, and asks for so much at the beginning. */
  private static final class Keeper implements Flow.Subscriber<Integer> {
    private final long first;
    private final List<Integer> got = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    private volatile @Nullable RuntimeException thrown;

    Keeper(long first) {
      this.first = first;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription.complete(given);
      if (first > 0) {
        given.request(first);
      }
    }

    @Override
    public void onNext(Integer record) {
      if (thrown != null) {
        throw thrown;
      }
      got.add(record);
    }

    @Override
    public void onError(Throwable failure) {
      end.complete(Optional.of(failure));
    }

    @Override
    public void onComplete() {
      end.complete(Optional.empty());
    }

    private void awaitGot(int count) {
      while (got.size() < count) {
        Thread.onSpinWait();
      }
    }
  }

  /** Counts what is asked of it. */
  private static final class Asked implements Flow.Subscription {
    private final AtomicLong asked = new AtomicLong();
    private final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public void request(long count) {
      asked.addAndGet(count);
    }

    @Override
    public void cancel() {
      cancelled.countDown();
    }
  }

  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final PipelineBuilder plan = Pipeline.named("flow").deadLetters(letters::add);
  private final StagePublisher<Integer> out = plan.publisher("out");

  @Test
  void recordsPassFromAPublisherToASubscriberInOrder() throws Exception {
    StagePlan<Integer, Integer> negated = plan.map("negated", record -> -record);
    negated.queue(16, Overflow.BLOCK).to(out.stage().queue(4, Overflow.BLOCK));
    Pipeline<Integer> pipeline = plan.build(negated);
    Keeper keeper = new Keeper(Long.MAX_VALUE);
    out.subscribe(keeper);
    try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(pipeline.entry(negated).subscriber(end -> pipeline.shutdown()));
      IntStream.range(0, 5_000).forEach(publisher::submit);
    }
    assertThat(keeper.end.get()).isEmpty();
    assertThat(keeper.got).isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> -i).toList());
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
  }

  @Test
  void theResponseTimesOfAPublishersRecordsAreMeasured() throws Exception {
    assertThat(measuredOfAHundred(Pipeline.named("free"))).isEqualTo(100);
    InFlightLimit limit = InFlightLimit.of(9);
    assertThat(measuredOfAHundred(Pipeline.named("bound").inFlight(limit))).isEqualTo(100);
    assertThat(limit.inFlight()).isZero();
  }

  private static long measuredOfAHundred(PipelineBuilder plan) throws Exception {
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> pipeline = plan.build(sink);
    ResponseTimes times = pipeline.measureResponses();
    try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(pipeline.entry(sink).subscriber(end -> pipeline.shutdown()));
      IntStream.range(0, 100).forEach(publisher::submit);
    }
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
    return times.take(OptionalDouble.empty(), 1).records();
  }

  @Test
  void noMoreIsAskedForThanThereIsRoomFor() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    StagePlan<Integer, Void> slow =
        plan.<Integer, Void>shared("slow", (record, none) -> go.await()).queue(8, Overflow.BLOCK);
    Pipeline<Integer> pipeline = plan.build(slow, out.stage());
    Flow.Subscriber<Integer> subscriber = pipeline.entry(slow).subscriber(end -> {});
    Asked asked = new Asked();
    subscriber.onSubscribe(asked);
    assertThat(asked.asked).hasValue(4);
    for (int i = 0; i < 4; i++) {
      assertThat(pipeline.offer(i)).isTrue();
    }
    while (pipeline.observe().stage("slow").size().queued() > 3) { // one of them is at work
      Thread.onSpinWait();
    }
    assertThat(pipeline.offer(4)).isTrue();
    assertThat(pipeline.offer(5)).as("the other places are kept").isFalse();
    for (int i = 0; i < 4; i++) {
      subscriber.onNext(10 + i);
    }
    assertThat(asked.asked).as("the queue is full").hasValue(4);
    go.countDown();
    while (asked.asked.get() == 4) { // how many more depends on how many a worker takes at a time
      Thread.onSpinWait();
    }
    pipeline.shutdown();
    asked.cancelled.await();
    subscriber.onNext(99);
    assertThat(letters).extracting(letter -> letter.record().orElseThrow()).containsExactly(99);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(pipeline.observe().stage("slow").flow().done()).isEqualTo(9);
  }

  @Test
  void publishersThatAreSilentLeaveRoomForOthers() throws Exception {
    StagePlan<Integer, Integer> sink = plan.map("sink", record -> record);
    Pipeline<Integer> pipeline = plan.build(sink.queue(8, Overflow.BLOCK).to(out.stage()));
    out.subscribe(new Keeper(Long.MAX_VALUE));
    for (long places : new long[] {4, 2, 1}) {
      Asked asked = new Asked();
      pipeline.entry(sink).subscriber(end -> {}).onSubscribe(asked);
      assertThat(asked.asked).hasValue(places);
    }
    assertThat(pipeline.offer(1)).as("an empty queue takes a record").isTrue();
    assertThat(pipeline.drain(LONG)).isTrue();
  }

  @Test
  void theRoomThatIsKeptIsFreeWhenThePublisherEnds() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    StagePlan<Integer, Void> slow =
        plan.<Integer, Void>shared("slow", (record, none) -> go.await()).queue(1, Overflow.BLOCK);
    Pipeline<Integer> pipeline = plan.build(slow, out.stage());
    CompletableFuture<Optional<Throwable>> told = new CompletableFuture<>();
    Flow.Subscriber<Integer> subscriber = pipeline.entry(slow).subscriber(told::complete);
    subscriber.onSubscribe(new Asked());
    assertThat(pipeline.offer(1)).isFalse();
    IllegalStateException failure = new IllegalStateException("publisher");
    subscriber.onError(failure);
    assertThat(told.get()).contains(failure);
    assertThat(pipeline.offer(1)).isTrue();
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
  }

  @Test
  void theRoomThatAPublisherLeavesIsForTheNextOne() throws Exception {
    StagePlan<Integer, Integer> sink = plan.map("sink", record -> record);
    Pipeline<Integer> pipeline = plan.build(sink.queue(1, Overflow.BLOCK).to(out.stage()));
    out.subscribe(new Keeper(Long.MAX_VALUE));
    Flow.Subscriber<Integer> first = pipeline.entry(sink).subscriber(end -> {});
    Flow.Subscriber<Integer> second = pipeline.entry(sink).subscriber(end -> {});
    Asked ofFirst = new Asked();
    Asked ofSecond = new Asked();
    first.onSubscribe(ofFirst);
    second.onSubscribe(ofSecond);
    assertThat(ofFirst.asked).hasValue(1);
    assertThat(ofSecond.asked).as("the only place is kept").hasValue(0);
    first.onComplete();
    assertThat(ofSecond.asked).hasValue(1);
    second.onNext(7);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(pipeline.observe().stage("sink").flow().done()).isEqualTo(1);
  }

  @Test
  void aPublisherThatFailsWhenItIsAskedCostsNoRecordOfOthers() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    StagePlan<Integer, Integer> slow =
        plan.<Integer, Integer>shared("slow", (record, none) -> go.await())
            .queue(2, Overflow.BLOCK);
    Pipeline<Integer> pipeline = plan.build(slow.to(out.stage()));
    Flow.Subscriber<Integer> subscriber = pipeline.entry(slow).subscriber(end -> {});
    CountDownLatch askedAgain = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    pipeline.put(0);
    while (pipeline.observe().stage("slow").size().queued() > 0) {
      Thread.onSpinWait();
    }
    subscriber.onSubscribe(
        new Flow.Subscription() {
          private boolean asked;

          @Override
          public void request(long count) {
            if (asked) {
              askedAgain.countDown();
              throw new IllegalStateException("asked again");
            }
            asked = true;
          }

          @Override
          public void cancel() {
            cancelled.countDown();
          }
        });
    pipeline.put(1);
    subscriber.onNext(2); // there is no room to ask for more, until the stage's thread makes some
    go.countDown();
    askedAgain.await();
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(letters).isEmpty();
    assertThat(pipeline.observe().stage("slow").flow().done()).isEqualTo(3);
    assertThat(cancelled.getCount()).as("it is given up").isZero();
  }

  @Test
  void aSubscriberThatIsDoneIsForgotten() {
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> pipeline = plan.build(sink, out.stage());
    Entry<Integer> entry = pipeline.entry(sink);
    for (int i = 0; i < 10; i++) {
      Flow.Subscriber<Integer> subscriber = entry.subscriber(end -> {});
      subscriber.onSubscribe(new Asked());
      subscriber.onNext(i);
      subscriber.onComplete();
    }
    assertThat(entry.subscribers).isEmpty();
    pipeline.close();
    assertThat(pipeline.observe().stage("sink").flow().done()).isEqualTo(10);
  }

  @Test
  void aSubscriberThatIsMadeAfterAShutdownCancels() throws Exception {
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> pipeline = plan.build(sink, out.stage());
    pipeline.close();
    Asked asked = new Asked();
    pipeline.entry(sink).subscriber(end -> {}).onSubscribe(asked);
    assertThat(asked.cancelled.getCount()).isZero();
    assertThat(asked.asked).hasValue(0);
  }

  @Test
  void anotherSubscriberIsRefusedUntilTheFirstOneCancels() throws Exception {
    Pipeline<Integer> pipeline = plan.build(out.stage());
    Keeper first = new Keeper(1);
    Keeper second = new Keeper(1);
    Keeper third = new Keeper(10);
    for (int i = 0; i < 4; i++) {
      pipeline.put(i);
    }
    out.subscribe(first);
    first.awaitGot(1);
    out.subscribe(second);
    assertThat(second.end.get().orElseThrow())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("stage 'out' must have one subscriber at a time but got another one");
    first.subscription.get().cancel();
    out.subscribe(third);
    third.awaitGot(3);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(first.got).containsExactly(0);
    assertThat(third.got).containsExactly(1, 2, 3);
    assertThat(third.end.get()).isEmpty();
    assertThat(first.end).isNotDone();
  }

  @Test
  void aWaitForDemandIsNoWork() throws Exception {
    Pipeline<Integer> pipeline = plan.build(out.stage());
    pipeline.put(1);
    while (pipeline.observe().stage("out").time().outputWaitNanos() == 0) {
      Thread.onSpinWait();
    }
    out.subscribe(new Keeper(1));
    assertThat(pipeline.drain(LONG)).isTrue();
  }

  @Test
  void anAbortIsAFailureOfTheStream() throws Exception {
    Pipeline<Integer> pipeline = plan.build(out.stage());
    Keeper keeper = new Keeper(0);
    out.subscribe(keeper);
    pipeline.put(1);
    pipeline.put(2);
    pipeline.abort(LONG);
    assertThat(keeper.end.get().orElseThrow())
        .isInstanceOf(CancellationException.class)
        .hasMessage("pipeline 'flow' was aborted");
    Keeper late = new Keeper(1);
    out.subscribe(late);
    assertThat(late.end.get()).isPresent();
    assertThat(keeper.got).isEmpty();
  }

  @Test
  void aSubscriberThatThrowsIsLeft() throws Exception {
    Pipeline<Integer> pipeline = plan.build(out.stage());
    Keeper keeper = new Keeper(10);
    keeper.thrown = new IllegalStateException("subscriber");
    out.subscribe(keeper);
    pipeline.put(1);
    while (letters.isEmpty()) {
      Thread.onSpinWait();
    }
    Keeper next = new Keeper(10);
    out.subscribe(next);
    pipeline.put(2);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(next.got).containsExactly(2);
    assertThat(letters.get(0).cause()).hasMessage("subscriber");
  }

  @Test
  void aSubscriberThatFailsAtItsEndCostsNoRecord() throws Exception {
    Pipeline<Integer> pipeline = plan.build(out.stage());
    pipeline.put(1);
    while (pipeline.observe().stage("out").time().outputWaitNanos() == 0) {
      Thread.onSpinWait();
    }
    CountDownLatch told = new CountDownLatch(1);
    out.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription given) {
            given.request(0);
          }

          @Override
          public void onNext(Integer record) {}

          @Override
          public void onError(Throwable failure) {
            told.countDown();
            throw new IllegalStateException("subscriber", failure);
          }

          @Override
          public void onComplete() {}
        });
    told.await();
    Keeper next = new Keeper(10);
    out.subscribe(next);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(next.got).containsExactly(1);
    assertThat(letters).isEmpty();
  }

  @Test
  void aPublisherIsOfOnePipeline() {
    plan.build(out.stage()).close();
    assertThatThrownBy(() -> plan.build(out.stage()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("publisher of stage 'out' must be new but was given to a pipeline before");
  }
}
