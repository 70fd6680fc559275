package dev.flyball.dataflow.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  /** Emits two at a time; waits with the first one of the key "gate". */
  private final class Pairs implements Stage<Keyed, Keyed> {
    private final List<Keyed> held = new ArrayList<>();

    @Override
    public void on(Keyed record, Emitter<Keyed> out) throws InterruptedException {
      if (record.key.equals("gate") && record.number == 1) {
        otherBegan.countDown();
        go.await();
      }
      held.add(record);
    }

    @Override
    public void flush(Emitter<Keyed> out) {
      held.forEach(out::emit);
      held.clear();
    }
  }

  private static void awaitWaiting(List<Thread> threads, int count) {
    while (threads.stream().filter(it -> it.getState() == Thread.State.WAITING).count() < count) {
      Thread.onSpinWait();
    }
  }

  /**
   * Three threads: one holds a record of "pair" and waits for another one, the second is at work on
   * "gate", with which the queue is full. The other record of "pair" is put aside, and taken back
   * by the third thread, which was called since it has waited longest.
   */
  @Test
  void aRecordThatAnotherThreadTakesBackComesToTheOneThatHoldsItsKey(@TempDir Path folder)
      throws Exception {
    List<Thread> threads = new ArrayList<>();
    RecordFormat<Keyed> format =
        new RecordFormat<>() {
          @Override
          public byte[] write(Keyed record) {
            return (record.number + record.key).getBytes(UTF_8);
          }

          @Override
          public Keyed read(byte[] bytes) {
            String text = new String(bytes, UTF_8);
            return new Keyed(text.substring(1), text.charAt(0) - '0');
          }
        };
    StagePlan<Keyed, Keyed> pairs =
        plan.stage("pairs", Pairs::new)
            .orderedBy(Keyed::key)
            .threads(3)
            .flushAfter(2)
            .queue(1, FileSpill.in(folder, format));
    CountDownLatch pair = new CountDownLatch(2);
    StagePlan<Keyed, Void> sink =
        plan.sink(
            "sink",
            record -> {
              if (record.key.equals("pair")) {
                pair.countDown();
              }
            });
    plan.threads(task -> {
      Thread thread = new Thread(task);
      threads.add(thread);
      return thread;
    });
    Pipeline<Keyed> pipeline = plan.build(pairs.to(sink));
    awaitWaiting(threads, 4);
    pipeline.put(new Keyed("pair", 1));
    while (pipeline.observe().stage("pairs").flow().done() < 1) {
      Thread.onSpinWait();
    }
    awaitWaiting(threads, 4);
    pipeline.put(new Keyed("gate", 1));
    otherBegan.await();
    pipeline.put(new Keyed("gate", 2));
    pipeline.put(new Keyed("pair", 2));
    assertThat(pipeline.observe().stage("pairs").size().spilled()).isEqualTo(1);
    go.countDown();
    assertThat(pair.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(pipeline.drain(LONG)).isTrue();
  }

  /** What is left in its place becomes a dead letter; a lack of memory may come at any record. */
  @Test
  void aRecordThatIsTakenInIsGoneFromItsPlaceWhenTheNextOneFails() {
    StagePlan<Keyed, Void> stage = plan.<Keyed>sink("sink", seen::add).orderedBy(Keyed::key);
    WaitingRoom room = new WaitingRoom(stage, new DeadLetterOffice("keys", letters::add));
    @Nullable Object[] brought = {new Keyed("a", 1), null, new Keyed("b", 2)};
    assertThatThrownBy(() -> room.admit(brought, 0, 3, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(room.length()).isEqualTo(1);
    assertThat(brought).containsExactly(null, null, new Keyed("b", 2));
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
