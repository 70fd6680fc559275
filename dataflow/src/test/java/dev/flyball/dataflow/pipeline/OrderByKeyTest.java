package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages in which records of one key are worked on one after the other. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrderByKeyTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** A record: a key, and what it is. */
  private record Keyed(String key, int number) {}

  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final List<Keyed> seen = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch otherBegan = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final PipelineBuilder plan = Pipeline.named("keys").deadLetters(letters::add);

  /** The first of "slow" ends when the first of "other" has begun. */
  private void work(Keyed record, Emitter<Keyed> out) throws InterruptedException {
    if (record.key.equals("other")) {
      otherBegan.countDown();
    }
    if (record.key.equals("slow")) {
      otherBegan.await();
    }
    if (record.key.equals("gate")) {
      go.await();
    }
    out.emit(record);
  }

  private StagePlan<Keyed, Keyed> byKey(int threads) {
    StagePlan<Keyed, Keyed> stage = plan.shared("by-key", this::work);
    stage.orderedBy(Keyed::key).threads(threads).to(plan.sink("sink", seen::add));
    return stage;
  }

  @Test
  void differentKeysAreWorkedOnAtTheSameTime() throws Exception {
    try (Pipeline<Keyed> pipeline = plan.build(byKey(2))) {
      pipeline.put(new Keyed("slow", 1));
      pipeline.put(new Keyed("slow", 2));
      pipeline.put(new Keyed("other", 3));
      assertThat(pipeline.drain(LONG)).isTrue();
    }
    assertThat(seen).hasSize(3).containsSubsequence(new Keyed("slow", 1), new Keyed("slow", 2));
  }

  @Test
  void whatIsBehindASlowRecordInItsBatchIsTakenOver() throws Exception {
    StagePlan<Keyed, Keyed> stage = byKey(1);
    try (Pipeline<Keyed> pipeline = plan.build(stage)) {
      for (int i = 0; i < 20_000; i++) { // so tiny that a worker takes many at a time
        pipeline.put(new Keyed("tiny", i));
      }
      while (seen.size() < 20_000) {
        Thread.onSpinWait();
      }
      pipeline.put(new Keyed("gate", 0)); // the only worker is busy until all of these are here
      pipeline.put(new Keyed("slow", 1));
      pipeline.put(new Keyed("slow", 2));
      for (int i = 0; i < 50; i++) {
        pipeline.put(new Keyed("other", i));
      }
      go.countDown();
      pipeline.resize("by-key", 2);
      assertThat(pipeline.drain(LONG)).isTrue();
    }
    assertThat(seen)
        .hasSize(20_053)
        .containsSubsequence(new Keyed("slow", 1), new Keyed("slow", 2));
  }

  @Test
  void aRecordOfANewKeyIsTakenWhileAFullQueueWaitsForAnother() throws Exception {
    StagePlan<Keyed, Keyed> stage = byKey(2).queue(4, Overflow.BLOCK);
    try (Pipeline<Keyed> pipeline = plan.build(stage)) {
      for (int i = 0; i < 4; i++) {
        pipeline.put(new Keyed("slow", i)); // one at work, three wait
      }
      for (int i = 0; i < 20; i++) {
        pipeline.put(new Keyed("other", i));
      }
      assertThat(pipeline.drain(LONG)).isTrue();
    }
    assertThat(seen).hasSize(24);
  }

  @Test
  void aRecordWithoutAKeyIsADeadLetter() throws Exception {
    IllegalStateException refused = new IllegalStateException("no key");
    StagePlan<Integer, Void> stage =
        plan.<Integer>sink("sink", record -> {})
            .orderedBy(record -> {
              if (record == 1) {
                throw refused;
              }
              return record == 2 ? null : record;
            });
    CompletableFuture<Outcome> told = new CompletableFuture<>();
    Pipeline<Integer> pipeline = plan.build(stage);
    pipeline.put(1, told::complete);
    pipeline.put(2);
    pipeline.put(3);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(told.get()).isEqualTo(Outcome.failed(refused));
    assertThat(letters).extracting(letter -> letter.record().orElseThrow()).containsExactly(1, 2);
    assertThat(letters.get(1).cause())
        .isInstanceOf(NullPointerException.class)
        .hasMessage("key of a record must not be null");
    StageTotals.Flow flow = pipeline.observe().stage("sink").flow();
    assertThat(flow.arrived()).isEqualTo(3);
    assertThat(flow.done()).isEqualTo(3);
    assertThat(flow.failed()).isEqualTo(2);
  }

  @Test
  void anAbortHandsBackWhatWaitsForItsKeyInTheOrderOfArrival() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    StagePlan<Integer, Void> stage =
        plan.<Integer, Void>shared(
                "stage",
                (record, out) -> {
                  begun.countDown();
                  go.await();
                })
            .orderedBy(record -> record % 2);
    Pipeline<Integer> pipeline = plan.build(stage);
    pipeline.put(0);
    begun.await();
    for (int i = 1; i < 7; i++) {
      pipeline.put(i);
    }
    Remainder left = pipeline.abort(LONG);
    assertThat(left.records()).containsEntry("stage", List.of(1, 2, 3, 4, 5, 6));
    assertThat(letters).extracting(letter -> letter.record().orElseThrow()).containsExactly(0);
  }

  @Test
  void aStageIsOrderedAsAWholeOrByKey() {
    StagePlan<Integer, Void> stage =
        plan.<Integer>sink("both", record -> {}).ordered().orderedBy(record -> record);
    assertThatThrownBy(() -> plan.build(stage))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stage 'both' must be ordered as a whole or by key but was both");
  }
}
