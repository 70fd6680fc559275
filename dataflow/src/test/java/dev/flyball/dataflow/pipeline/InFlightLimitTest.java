package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bound on the records of several pipelines. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InFlightLimitTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final CountDownLatch go = new CountDownLatch(1);
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());

  private PipelineBuilder plan(String name, InFlightLimit limit) {
    return Pipeline.named(name).deadLetters(letters::add).inFlight(limit);
  }

  private Pipeline<Integer> gated(String name, InFlightLimit limit) {
    PipelineBuilder plan = plan(name, limit);
    return plan.build(plan.<Integer, Void>shared("gate", (record, out) -> go.await()));
  }

  @Test
  void holdsForAllPipelinesThatAreGivenIt() throws Exception {
    InFlightLimit limit = InFlightLimit.of(3);
    try (Pipeline<Integer> one = gated("one", limit);
        Pipeline<Integer> two = gated("two", limit)) {
      one.put(1);
      CompletableFuture<Outcome> told = new CompletableFuture<>();
      two.put(2, told::complete);
      assertThat(two.offer(3)).isTrue();
      assertThat(limit.inFlight()).isEqualTo(limit.max());
      assertThat(one.offer(4)).isFalse();
      assertThat(two.offer(4)).isFalse();
      CompletableFuture<Void> put = WaitingCall.begin(() -> one.put(99));
      assertThat(put).isNotDone();
      go.countDown();
      put.get();
      assertThat(told.get()).isEqualTo(Outcome.DONE);
      assertThat(one.drain(LONG)).isTrue();
      assertThat(two.drain(LONG)).isTrue();
      assertThat(one.observe().stage("gate").flow().done()).isEqualTo(2);
    }
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void aPutThatWaitsIsRefusedWhenItsPipelineIsShutDown() throws Exception {
    InFlightLimit limit = InFlightLimit.of(1);
    try (Pipeline<Integer> holder = gated("holder", limit)) {
      holder.put(1);
      Pipeline<Integer> waiting = gated("waiting", limit);
      CompletableFuture<Void> put = WaitingCall.begin(() -> waiting.put(99));
      waiting.shutdown();
      assertThatThrownBy(put::get).hasCauseInstanceOf(RejectedExecutionException.class);
      Pipeline<Integer> aborted = gated("aborted", limit);
      CompletableFuture<Void> other = WaitingCall.begin(() -> aborted.put(99));
      aborted.abort(LONG);
      assertThatThrownBy(other::get).hasCauseInstanceOf(RejectedExecutionException.class);
      assertThat(limit.inFlight()).isEqualTo(1);
      go.countDown();
    }
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void aStageThatPutsIntoAnotherPipelineDoesNotWaitForItself() throws Exception {
    InFlightLimit limit = InFlightLimit.of(1);
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    PipelineBuilder second = plan("second", limit);
    try (Pipeline<Integer> inner = second.build(second.<Integer>sink("sink", seen::add))) {
      PipelineBuilder first = plan("first", limit);
      StagePlan<Integer, Void> pass = first.shared("pass", (record, out) -> inner.put(-record));
      try (Pipeline<Integer> outer = first.build(pass)) {
        for (int i = 0; i < 100; i++) {
          outer.put(i);
        }
      }
    }
    assertThat(seen).hasSize(100);
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void aRecordThatIsDroppedOrHandedBackIsNotInFlight() throws Exception {
    InFlightLimit limit = InFlightLimit.of(10);
    PipelineBuilder plan = plan("drops", limit);
    StagePlan<Integer, Void> gate = plan.shared("gate", (record, out) -> go.await());
    Pipeline<Integer> pipeline = plan.build(gate.queue(1, Overflow.DROP_NEW));
    pipeline.put(0);
    while (pipeline.observe().stage("gate").size().queued() > 0) {
      Thread.onSpinWait();
    }
    pipeline.put(1);
    assertThat(pipeline.offer(2)).isFalse();
    pipeline.put(3);
    assertThat(limit.inFlight()).isEqualTo(2);
    assertThat(pipeline.abort(LONG).count()).isEqualTo(1);
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void aSubscriberAsksForWhatTheBoundAllows() throws Exception {
    InFlightLimit limit = InFlightLimit.of(3);
    AtomicLong asked = new AtomicLong();
    CountDownLatch cancelled = new CountDownLatch(1);
    Flow.Subscription subscription =
        new Flow.Subscription() {
          @Override
          public void request(long count) {
            asked.addAndGet(count);
          }

          @Override
          public void cancel() {
            cancelled.countDown();
          }
        };
    PipelineBuilder plan = plan("one", limit);
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> one = plan.build(sink);
    Pipeline<Integer> two = gated("two", limit);
    for (int i = 0; i < 3; i++) {
      two.put(i);
    }
    Flow.Subscriber<Integer> subscriber = one.entry(sink).subscriber(end -> {});
    subscriber.onSubscribe(subscription);
    assertThat(asked).hasValue(0);
    go.countDown();
    assertThat(two.drain(LONG)).isTrue();
    while (asked.get() == 0) {
      Thread.onSpinWait();
    }
    subscriber.onNext(7);
    one.shutdown();
    cancelled.await();
    subscriber.onNext(8);
    assertThat(one.drain(LONG)).isTrue();
    assertThat(letters).extracting(letter -> letter.record().orElseThrow()).containsExactly(8);
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void aSilentPublisherLeavesPlacesForOthers() throws Exception {
    InFlightLimit limit = InFlightLimit.of(8);
    PipelineBuilder plan = plan("one", limit);
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> one = plan.build(sink);
    AtomicLong asked = new AtomicLong();
    one.entry(sink)
        .subscriber(end -> {})
        .onSubscribe(
            new Flow.Subscription() {
              @Override
              public void request(long count) {
                asked.addAndGet(count);
              }

              @Override
              public void cancel() {}
            });
    assertThat(asked).hasValue(4);
    Pipeline<Integer> two = gated("two", limit);
    for (int i = 0; i < 4; i++) {
      assertThat(two.offer(i)).isTrue();
    }
    assertThat(two.offer(4)).isFalse();
    assertThat(one.drain(LONG)).isTrue();
    assertThat(limit.inFlight()).as("what was asked for comes no more").isEqualTo(4);
    go.countDown();
    assertThat(two.drain(LONG)).isTrue();
    assertThat(limit.inFlight()).isZero();
  }

  @Test
  void isNeverExceededAndLosesNoPlaceWhateverBecomesOfRecords() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("InFlightLimitTest: -Dseed=" + seed);
    Dice dice = new Dice(seed);
    InFlightLimit limit = InFlightLimit.of(1 + dice.below(30));
    AtomicInteger most = new AtomicInteger();
    List<Pipeline<Integer>> pipelines = new ArrayList<>();
    for (int p = 0; p < 3; p++) {
      PipelineBuilder plan = plan("drawn-" + p, limit);
      StagePlan<Integer, Integer> fork =
          plan.shared(
              "fork",
              (record, out) -> {
                most.accumulateAndGet(limit.inFlight(), Math::max);
                for (int i = record % 3; i > 0; i--) {
                  out.emit(record);
                }
                if (record % 17 == 0) {
                  throw new IllegalStateException("bad");
                }
              });
      fork.threads(2)
          .to(plan.<Integer>sink("left", record -> {}).queue(5, Overflow.DROP_OLD))
          .to(plan.<Integer>sink("right", record -> {}).queue(5, Overflow.BLOCK));
      pipelines.add(plan.build(fork));
    }
    Thread[] producers = new Thread[3];
    for (int p = 0; p < 3; p++) {
      Pipeline<Integer> pipeline = pipelines.get(p);
      producers[p] = new Thread(() -> produce(pipeline));
      producers[p].start();
    }
    while (pipelines.get(0).observe().stage("fork").flow().done() < 500) {
      Thread.onSpinWait();
    }
    pipelines.get(0).abort(LONG);
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(pipelines.get(1).drain(LONG)).isTrue();
    assertThat(pipelines.get(2).drain(LONG)).isTrue();
    assertThat(most.get()).as("-Dseed=%d", seed).isBetween(1, limit.max());
    assertThat(limit.inFlight()).as("-Dseed=%d", seed).isZero();
  }

  private static void produce(Pipeline<Integer> pipeline) {
    try {
      for (int i = 0; i < 3_000; i++) {
        if (i % 5 > 0) {
          pipeline.put(i);
        } else {
          boolean ignored = pipeline.offer(i);
        }
      }
    } catch (RejectedExecutionException | InterruptedException e) {
      // It was aborted.
    }
  }

  @Test
  void isAtLeastOne() {
    assertThatThrownBy(() -> InFlightLimit.of(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("records must be at least 1 but was 0");
  }
}
