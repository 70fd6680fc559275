package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import dev.flyball.dataflow.pipeline.completion.Outcome.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a source is told of its records. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompletionTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Holds records until it is flushed, and then emits them. */
  private static final class Holder implements Stage<Integer, Integer> {
    private final List<Integer> held = new ArrayList<>();

    @Override
    public void on(Integer record, Emitter<Integer> out) {
      held.add(record);
    }

    @Override
    public void flush(Emitter<Integer> out) {
      List<Integer> all = List.copyOf(held);
      held.clear();
      if (all.contains(BAD)) {
        throw new IllegalStateException("cannot be written");
      }
      all.forEach(out::emit);
    }
  }

  private static final int BAD = 13;

  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, Outcome> told = new ConcurrentHashMap<>();
  private final PipelineBuilder plan = Pipeline.named("told").deadLetters(letters::add);

  private void put(Pipeline<Integer> pipeline, int number) throws InterruptedException {
    pipeline.put(
        number,
        outcome -> assertThat(told.put(number, outcome)).as("told twice: %d", number).isNull());
  }

  private Kind kind(int number) {
    return FluentMap.at(told, number).kind();
  }

  /** Maps that have their keys. */
  private static final class FluentMap {
    static <K, V> V at(Map<K, V> map, K key) {
      V value = map.get(key);
      if (value == null) {
        throw new AssertionError(key + " must be there but was not: " + map);
      }
      return value;
    }
  }

  private void gate() throws InterruptedException {
    begun.countDown();
    go.await();
  }

  private StagePlan<Integer, Integer> gated(String name) {
    return plan.shared(
        name,
        (record, out) -> {
          gate();
          if (record == BAD) {
            throw new IllegalStateException("bad");
          }
          out.emit(record);
        });
  }

  // ---- Shapes

  @Test
  void aRecordIsDoneWhenAllThatItBecameIs() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    AtomicInteger written = new AtomicInteger();
    StagePlan<Integer, Integer> fork =
        plan.shared(
            "fork",
            (record, out) -> {
              for (int i = 0; i < 3; i++) {
                out.emit(record);
              }
            });
    fork.to(plan.sink("quick", record -> written.incrementAndGet()));
    fork.to(
        plan.shared(
            "slow",
            (record, out) -> {
              slow.await();
              written.incrementAndGet();
            }));
    CompletableFuture<Integer> atDone = new CompletableFuture<>();
    try (Pipeline<Integer> pipeline = plan.build(fork)) {
      pipeline.put(1, outcome -> atDone.complete(written.get()));
      while (written.get() < 3) {
        Thread.onSpinWait();
      }
      assertThat(atDone).isNotDone();
      slow.countDown();
      assertThat(atDone.get()).isEqualTo(6);
    }
  }

  @Test
  void aRecordThatIsFilteredOutIsDone() throws Exception {
    StagePlan<Integer, Integer> filter = plan.shared("filter", (record, out) -> {});
    filter.to(plan.sink("sink", record -> {}));
    try (Pipeline<Integer> pipeline = plan.build(filter)) {
      put(pipeline, 1);
    }
    assertThat(told).containsExactly(Map.entry(1, Outcome.DONE));
  }

  @Test
  void aRecordThatIsHeldIsDoneWhenItWasFlushed() throws Exception {
    StagePlan<Integer, Integer> holder = plan.stage("holder", Holder::new).flushAfter(3);
    List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    holder.to(plan.sink("sink", written::add));
    try (Pipeline<Integer> pipeline = plan.build(holder)) {
      put(pipeline, 1);
      put(pipeline, 2);
      while (pipeline.observe().stages().get(0).flow().done() < 2) {
        Thread.onSpinWait();
      }
      assertThat(told).isEmpty();
      put(pipeline, 3);
      while (told.size() < 3) {
        Thread.onSpinWait();
      }
      assertThat(written).containsExactly(1, 2, 3);
      put(pipeline, 4); // written at the end
    }
    assertThat(told).hasSize(4).containsEntry(4, Outcome.DONE);
    assertThat(written).hasSize(4);
  }

  @Test
  void aFlushThatFailsFailsAllRecordsOfTheBatch() throws Exception {
    StagePlan<Integer, Integer> holder = plan.stage("holder", Holder::new).flushAfter(2);
    holder.to(plan.sink("sink", record -> {}));
    try (Pipeline<Integer> pipeline = plan.build(holder)) {
      for (int number : List.of(1, 2, 3, BAD, 5)) {
        put(pipeline, number);
      }
    }
    assertThat(List.of(kind(1), kind(2), kind(3), kind(BAD), kind(5)))
        .containsExactly(Kind.DONE, Kind.DONE, Kind.FAILED, Kind.FAILED, Kind.DONE);
  }

  // ---- What goes wrong

  @Test
  void aRecordThatFailsIsADeadLetterBeforeItsSourceIsTold() throws Exception {
    StagePlan<Integer, Integer> first = plan.map("first", record -> record);
    go.countDown();
    StagePlan<Integer, Integer> second = gated("second");
    first.to(second);
    second.to(plan.sink("sink", record -> {}));
    CompletableFuture<Integer> lettersThen = new CompletableFuture<>();
    try (Pipeline<Integer> pipeline = plan.build(first)) {
      pipeline.put(
          BAD,
          outcome -> {
            told.put(BAD, outcome);
            lettersThen.complete(letters.size());
          });
    }
    assertThat(lettersThen).isCompletedWithValue(1);
    assertThat(letters.get(0).record()).contains(BAD);
    assertThat(FluentMap.at(told, BAD).cause()).containsSame(letters.get(0).cause());
  }

  @Test
  void whatAFullQueueDropsIsDropped() throws Exception {
    for (Overflow overflow : List.of(Overflow.DROP_NEW, Overflow.DROP_OLD)) {
      PipelineBuilder dropping = Pipeline.named("drops");
      CountDownLatch begins = new CountDownLatch(1);
      CountDownLatch goes = new CountDownLatch(1);
      Map<Integer, Kind> kinds = new ConcurrentHashMap<>();
      StagePlan<Integer, Void> only =
          dropping
              .<Integer, Void>shared(
                  "only",
                  (record, out) -> {
                    begins.countDown();
                    goes.await();
                  })
              .queue(2, overflow);
      try (Pipeline<Integer> pipeline = dropping.build(only)) {
        pipeline.put(0, outcome -> kinds.put(0, outcome.kind()));
        begins.await();
        for (int i = 1; i <= 3; i++) {
          int number = i;
          pipeline.put(number, outcome -> kinds.put(number, outcome.kind()));
        }
        int lost = overflow == Overflow.DROP_NEW ? 3 : 1;
        assertThat(kinds).containsExactly(Map.entry(lost, Kind.DROPPED));
        goes.countDown();
      }
      assertThat(kinds.values()).hasSize(4).filteredOn(kind -> kind == Kind.DONE).hasSize(3);
    }
  }

  /** Numbers as four bytes; one cannot be written, another not be read. */
  private static final class Numbers implements RecordFormat<Integer> {
    @Override
    public byte[] write(Integer record) throws IOException {
      if (record == 5) {
        throw new IOException("no space left on device");
      }
      return ByteBuffer.allocate(Integer.BYTES).putInt(record).array();
    }

    @Override
    public Integer read(byte[] bytes) throws IOException {
      int number = ByteBuffer.wrap(bytes).getInt();
      if (number == 7) {
        throw new IOException("bad checksum");
      }
      return number;
    }
  }

  @Test
  void whatIsPutAsideIsDoneWhenItHasComeBack(@TempDir Path folder) throws Exception {
    Spill<Integer> spill = FileSpill.in(folder, new Numbers());
    StagePlan<Integer, Integer> only = gated("only").queue(1, spill);
    only.to(plan.sink("sink", record -> {}));
    try (Pipeline<Integer> pipeline = plan.build(only)) {
      put(pipeline, 0);
      begun.await();
      for (int number = 1; number < 10; number++) {
        if (number % 4 == 0) {
          pipeline.put(number); // of a source that is not told
        } else {
          put(pipeline, number);
        }
      }
      assertThat(told.keySet()).containsExactly(5);
      go.countDown();
    }
    assertThat(told).hasSize(8);
    told.forEach((number, outcome) ->
        assertThat(outcome.kind())
            .as("%d", number)
            .isEqualTo(number == 5 || number == 7 ? Kind.FAILED : Kind.DONE));
  }

  @Test
  void whatAnAbortLeavesIsAborted(@TempDir Path folder) throws Exception {
    StagePlan<Integer, Integer> holder = plan.stage("holder", Holder::new).flushAfter(100);
    StagePlan<Integer, Integer> first =
        plan.<Integer, Integer>shared(
                "first",
                (record, out) -> {
                  if (record > 0) {
                    gate();
                  }
                  out.emit(record);
                })
            .queue(2, FileSpill.in(folder, new Numbers()));
    first.to(holder);
    holder.to(plan.sink("sink", record -> {}));
    Pipeline<Integer> pipeline = plan.build(first);
    put(pipeline, 0); // is held by the holder
    while (pipeline.observe().stages().get(1).flow().done() == 0) {
      Thread.onSpinWait();
    }
    put(pipeline, 1);
    begun.await();
    for (int number : List.of(2, 3, 4, 6)) {
      put(pipeline, number); // two wait, two are put aside
    }
    Remainder left = pipeline.abort(LONG);
    assertThat(left.records().get("first")).isEqualTo(List.of(2, 3));
    assertThat(left.spilled()).containsEntry("first", 2L);
    assertThat(told).hasSize(6);
    assertThat(told.values()).allMatch(outcome -> outcome.kind() == Kind.ABORTED);
    assertThatThrownBy(() -> put(pipeline, 9)).isInstanceOf(RejectedExecutionException.class);
    assertThat(told).hasSize(6);
  }

  @Test
  void aSourceThatThrowsHarmsNothing() throws Exception {
    StagePlan<Integer, Void> only = plan.sink("only", record -> {});
    try (Pipeline<Integer> pipeline = plan.build(only)) {
      pipeline.put(
          1,
          outcome -> {
            throw new IllegalStateException("source");
          });
      put(pipeline, 2);
    }
    assertThat(told).containsExactly(Map.entry(2, Outcome.DONE));
    assertThat(letters).isEmpty();
  }

  // ---- All together

  /**
   * Every record is told once, and not before all of its copies have been written or have failed.
   */
  @Test
  void eachIsToldOnceAndNotTooEarlyWhileThreadsComeAndGo() throws Exception {
    Dice dice = new Dice(7);
    int records = 30_000;
    AtomicIntegerArray left = new AtomicIntegerArray(records);
    AtomicIntegerArray times = new AtomicIntegerArray(records);
    AtomicInteger early = new AtomicInteger();
    for (int i = 0; i < records; i++) {
      left.set(i, i % 4 + (i % 7 == 3 ? 0 : 1)); // copies through the holder, and the ordered one
    }
    StagePlan<Integer, Integer> entry =
        plan.shared(
            "entry",
            (record, out) -> {
              for (int i = 0; i < record % 4; i++) {
                out.emitTo("holder", record);
              }
              out.emitTo("ordered", record);
            });
    StagePlan<Integer, Integer> holder =
        plan.stage("holder", Holder::new).flushAfter(50).flushEvery(Duration.ofMillis(1));
    StagePlan<Integer, Integer> ordered =
        plan.<Integer, Integer>shared(
                "ordered",
                (record, out) -> {
                  if (record % 7 == 3) {
                    throw new IllegalStateException("bad");
                  }
                  out.emit(record);
                })
            .ordered();
    StagePlan<Integer, Void> sink = plan.sink("sink", left::decrementAndGet);
    entry.to(holder).to(ordered);
    holder.to(sink);
    ordered.to(sink);
    PipelineBuilder quiet = plan.deadLetters(letter -> {});
    try (Pipeline<Integer> pipeline = quiet.build(entry)) {
      for (int i = 0; i < records; i++) {
        int number = i;
        pipeline.put(
            number,
            outcome -> {
              times.incrementAndGet(number);
              boolean wrong = outcome.kind() == Kind.DONE && left.get(number) != 0;
              early.addAndGet(wrong ? 1 : 0);
            });
        if (number % 500 == 0) {
          String stage =
              List.of("entry", "holder", "ordered", "sink").get((int) (4 * dice.nextDouble()));
          pipeline.resize(stage, 1 + (int) (5 * dice.nextDouble()));
        }
      }
    }
    assertThat(early).hasValue(0);
    for (int i = 0; i < records; i++) {
      assertThat(times.get(i)).as("record %d", i).isEqualTo(1);
    }
  }
}
