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
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages whose work is done elsewhere. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AsyncStageTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** A call that the test completes. */
  private record Call(int record, CompletableFuture<Integer> result) {
    void done() {
      result.complete(-record);
    }
  }

  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, Outcome> told = new ConcurrentHashMap<>();
  private final PipelineBuilder plan = Pipeline.named("async").deadLetters(letters::add);

  private CompletionStage<Integer> begin(Integer record) {
    Call call = new Call(record, new CompletableFuture<>());
    calls.add(call);
    return call.result;
  }

  private StagePlan<Integer, Integer> stage(int inFlightMax) {
    StagePlan<Integer, Integer> stage = plan.async("stage", inFlightMax, this::begin);
    return stage.to(plan.sink("sink", seen::add));
  }

  private void put(Pipeline<Integer> pipeline, int from, int to) throws InterruptedException {
    for (int i = from; i < to; i++) {
      int record = i;
      pipeline.put(record, outcome -> told.put(record, outcome));
    }
  }

  private List<Call> take(int count) throws InterruptedException {
    List<Call> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(calls.take());
    }
    return taken;
  }

  private void awaitTold(int count) {
    while (told.size() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void asManyAreInFlightAsMayBe() throws Exception {
    try (Pipeline<Integer> pipeline = plan.build(stage(3))) {
      put(pipeline, 0, 5);
      List<Call> begun = take(3);
      assertThat(pipeline.observe().stage("stage").size().queued()).isEqualTo(2);
      assertThat(calls).isEmpty();
      begun.get(1).done();
      Call next = take(1).get(0);
      assertThat(next.record).isEqualTo(3);
      awaitTold(1);
      assertThat(seen).containsExactly(-1);
      assertThat(told).containsOnlyKeys(1);
      begun.get(0).done();
      begun.get(2).done();
      next.done();
      take(1).get(0).done();
    }
    assertThat(seen).containsExactlyInAnyOrder(0, -1, -2, -3, -4);
  }

  @Test
  void aDrainWaitsForWhatIsInFlight() throws Exception {
    Pipeline<Integer> pipeline = plan.build(stage(10));
    put(pipeline, 0, 2);
    List<Call> begun = take(2);
    pipeline.shutdown();
    begun.get(0).done();
    awaitTold(1);
    assertThat(pipeline.drain(Duration.ofMillis(20))).isFalse();
    begun.get(1).done();
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactly(0, -1);
    assertThat(told).containsEntry(0, Outcome.DONE).containsEntry(1, Outcome.DONE);
    StageTotals.Flow flow = pipeline.observe().stage("stage").flow();
    assertThat(flow.arrived()).isEqualTo(2);
    assertThat(flow.done()).isEqualTo(2);
  }

  @Test
  void anOrderedStageEmitsInTheOrderOfItsRecords() throws Exception {
    Pipeline<Integer> pipeline = plan.build(stage(10).ordered().threads(3));
    put(pipeline, 0, 10);
    List<Call> begun = take(10);
    for (int i = 9; i > 0; i--) {
      begun.stream().filter(call -> call.record != 0).skip(i - 1L).findFirst().orElseThrow().done();
    }
    assertThat(seen).isEmpty();
    begun.stream().filter(call -> call.record == 0).forEach(Call::done);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).isEqualTo(IntStream.range(0, 10).mapToObj(i -> -i).toList());
  }

  @Test
  void theNextRecordOfAKeyBeginsWhenTheLastOneIsDone() throws Exception {
    StagePlan<Integer, Integer> stage = stage(10).orderedBy(record -> record % 2).threads(3);
    try (Pipeline<Integer> pipeline = plan.build(stage)) {
      put(pipeline, 0, 6);
      for (int i = 0; i < 3; i++) {
        List<Call> begun = take(2);
        assertThat(begun).extracting(Call::record).containsExactlyInAnyOrder(2 * i, 2 * i + 1);
        assertThat(calls).isEmpty();
        begun.forEach(Call::done);
      }
    }
    assertThat(seen).containsSubsequence(0, -2, -4).containsSubsequence(-1, -3, -5);
  }

  @Test
  void whatFailsIsADeadLetter() throws Exception {
    IllegalStateException failure = new IllegalStateException("bad");
    StagePlan<Integer, Integer> stage =
        plan.async(
            "stage",
            10,
            record ->
                switch (record) {
                  case 0 -> throw failure;
                  case 1 -> none();
                  case 2 -> CompletableFuture.<Integer>failedFuture(failure).thenApply(i -> i);
                  case 3 -> CompletableFuture.completedFuture(null);
                  default -> CompletableFuture.completedFuture(record);
                });
    Pipeline<Integer> pipeline = plan.build(stage.to(plan.sink("sink", seen::add)));
    put(pipeline, 0, 5);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactly(4);
    assertThat(letters)
        .extracting(letter -> letter.record().orElseThrow())
        .containsExactlyInAnyOrder(0, 1, 2);
    assertThat(told).containsEntry(0, Outcome.failed(failure));
    assertThat(told).containsEntry(2, Outcome.failed(failure));
    assertThat(told.get(1)).extracting(Outcome::kind).isEqualTo(Outcome.Kind.FAILED);
    assertThat(told).containsEntry(3, Outcome.DONE).containsEntry(4, Outcome.DONE);
    assertThat(pipeline.observe().stage("stage").flow().failed()).isEqualTo(3);
  }

  @SuppressWarnings("NullAway") // what a careless function returns
  private static CompletionStage<Integer> none() {
    return null;
  }

  @Test
  void aFailedCallIsBegunAgain() throws Exception {
    Retry rule = Retry.times(2).pausing(Duration.ofMillis(1), Duration.ofMillis(1));
    Pipeline<Integer> pipeline = plan.build(stage(1).retry(rule));
    put(pipeline, 0, 2);
    take(1).get(0).result.completeExceptionally(new IllegalStateException("first"));
    Call again = take(1).get(0);
    assertThat(again.record).as("it is still in flight, so no other one is").isZero();
    again.done();
    for (int i = 0; i < 3; i++) {
      take(1).get(0).result.completeExceptionally(new IllegalStateException("attempt " + i));
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(told).containsEntry(0, Outcome.DONE);
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).cause()).hasMessage("attempt 2");
    assertThat(letters.get(0).cause().getSuppressed()[0]).hasMessage("attempt 1");
    assertThat(pipeline.observe().stage("stage").flow())
        .isEqualTo(new StageTotals.Flow(2, 2, 1, 3, 0, 0, 0, 0));
  }

  @Test
  void anAbortCancelsWhatIsInFlightAndHandsBackWhatWaits() throws Exception {
    Pipeline<Integer> pipeline = plan.build(stage(2));
    put(pipeline, 0, 5);
    List<Call> begun = take(2);
    Remainder left = pipeline.abort(LONG);
    assertThat(left.records()).containsEntry("stage", List.of(2, 3, 4));
    assertThat(begun).allMatch(call -> call.result.isCancelled());
    assertThat(letters).hasSize(2);
    assertThat(told).hasSize(5);
    assertThat(told.values()).containsOnly(Outcome.ABORTED);
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
  }

  @Test
  void anAbortEndsAPause() throws Exception {
    Retry rule = Retry.times(2).pausing(Duration.ofDays(1), Duration.ofDays(1));
    Pipeline<Integer> pipeline = plan.build(stage(2).retry(rule));
    put(pipeline, 0, 1);
    take(1).get(0).result.completeExceptionally(new IllegalStateException("bad"));
    pipeline.abort(LONG);
    assertThat(told).containsEntry(0, Outcome.ABORTED);
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).cause()).hasMessage("bad");
  }

  @Test
  void resultsThatAnAbortFindsAreLeftToTheNextStage() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    StagePlan<Integer, Integer> stage = plan.async("stage", 5, this::begin);
    StagePlan<Integer, Void> slow =
        plan.<Integer, Void>shared("slow", (record, out) -> go.await()).queue(1, Overflow.BLOCK);
    Pipeline<Integer> pipeline = plan.build(stage.to(slow));
    put(pipeline, 0, 5);
    take(5).forEach(Call::done);
    Remainder left = pipeline.abort(LONG);
    go.countDown();
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
    int handedBack = left.records().getOrDefault("slow", List.of()).size();
    assertThat(handedBack + letters.size()).isEqualTo(5);
    assertThat(told).hasSize(5);
  }

  @Test
  void aStageWithoutAFutureIsNotCancelledAndItsRecordIsToldWhenItEnds() throws Exception {
    Call call = new Call(7, new CompletableFuture<>());
    CountDownLatch begun = new CountDownLatch(1);
    StagePlan<Integer, Integer> stage =
        plan.async(
            "stage",
            1,
            record -> {
              begun.countDown();
              return call.result.minimalCompletionStage();
            });
    Pipeline<Integer> pipeline = plan.build(stage.to(plan.sink("sink", seen::add)));
    put(pipeline, 7, 8);
    begun.await();
    pipeline.abort(LONG);
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
    call.done();
    assertThat(told).containsEntry(7, Outcome.ABORTED);
    assertThat(seen).isEmpty();
  }

  @Test
  void nothingIsLostOrTwiceWhileResultsComeAtRandomAndThreadsChange() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("AsyncStageTest: -Dseed=" + seed);
    for (int run = 0; run < 8; run++) {
      runAtRandom(Dice.stream(seed, run), "-Dseed=" + seed + ", run " + run);
    }
  }

  private final ExecutorService elsewhere = Executors.newFixedThreadPool(3);

  @AfterEach
  void end() {
    elsewhere.shutdown();
  }

  private void runAtRandom(Dice dice, String description) throws Exception {
    int records = 1_000;
    int max = 1 + dice.below(40);
    int kind = dice.below(3); // no order, as a whole, by key
    int keys = kind == 2 ? 1 + dice.below(50) : 1;
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger tooMany = new AtomicInteger();
    AtomicIntegerArray ofKey = new AtomicIntegerArray(keys);
    AtomicIntegerArray ended = new AtomicIntegerArray(records);
    AtomicIntegerArray outcomes = new AtomicIntegerArray(records);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    PipelineBuilder drawn =
        Pipeline.named("drawn")
            .deadLetters(letter -> ended.incrementAndGet((int) letter.record().orElseThrow()));
    StagePlan<Integer, Integer> stage =
        drawn.async(
            "stage",
            max,
            record -> {
              if (inFlight.incrementAndGet() > max
                  || (kind == 2 && ofKey.incrementAndGet(record % keys) > 1)) {
                tooMany.incrementAndGet();
              }
              CompletableFuture<Integer> result = new CompletableFuture<>();
              Runnable complete =
                  () -> {
                    inFlight.decrementAndGet();
                    ofKey.decrementAndGet(record % keys);
                    if (record % 50 == 49) {
                      result.completeExceptionally(new IllegalStateException("bad"));
                    } else {
                      result.complete(record);
                    }
                  };
              if (record % 7 == 0) {
                complete.run();
              } else if (record % 7 < 4) {
                elsewhere.execute(complete);
              } else {
                CompletableFuture.delayedExecutor(
                        record * 31L % 997, TimeUnit.MICROSECONDS, elsewhere)
                    .execute(complete);
              }
              return result;
            });
    stage.threads(1 + dice.below(4)).queue(1 + dice.below(50), Overflow.BLOCK);
    if (kind == 1) {
      stage.ordered();
    } else if (kind == 2) {
      stage.orderedBy(record -> record % keys);
    }
    stage.to(
        drawn
            .<Integer>sink(
                "sink",
                record -> {
                  order.add(record);
                  ended.incrementAndGet(record);
                })
            .queue(1 + dice.below(20), Overflow.BLOCK));
    Pipeline<Integer> pipeline = drawn.build(stage);
    for (int i = 0; i < records; i++) {
      int record = i;
      pipeline.put(record, outcome -> outcomes.incrementAndGet(record));
      if (i % 100 == 0) {
        pipeline.resize("stage", 1 + dice.below(6));
      }
    }
    assertThat(pipeline.drain(LONG)).as("%s: %s", description, pipeline).isTrue();
    assertThat(tooMany).as(description).hasValue(0);
    for (int i = 0; i < records; i++) {
      assertThat(ended.get(i)).as("%s: record %d", description, i).isEqualTo(1);
      assertThat(outcomes.get(i)).as("%s: record %d", description, i).isEqualTo(1);
    }
    if (kind > 0) {
      for (int key = 0; key < keys; key++) {
        int of = key;
        assertThat(order.stream().filter(record -> record % keys == of)).as(description).isSorted();
      }
    }
  }

  @Test
  void badBoundsAreRefused() {
    assertThatThrownBy(() -> plan.async("none", 0, this::begin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("inFlightMax must be at least 1 but was 0");
    assertThatThrownBy(() -> plan.async("held", 1, this::begin).flushAfter(2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
