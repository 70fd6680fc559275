package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What flows where, what plans are refused, and what threads are called. */
class PipelineTest {

  private static final int RECORDS = 100_000;
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void copiesSplitsAndMerges() throws Exception {
    LongAdder serialised = new LongAdder();
    LongAdder fed = new LongAdder();
    LongAdder audited = new LongAdder();
    PipelineBuilder plan = Pipeline.named("tickets");
    StagePlan<Integer, Integer> decoder = plan.map("decoder", number -> number);
    StagePlan<Integer, Integer> converter = plan.map("converter", number -> 2 * number);
    StagePlan<Integer, Integer> left = plan.map("left", number -> number);
    StagePlan<Integer, Integer> right = plan.map("right", number -> number);
    StagePlan<Integer, Void> serializer = plan.sink("serializer", n -> serialised.add(n));
    StagePlan<Integer, Void> feeder = plan.sink("feeder", n -> fed.add(n));
    StagePlan<Number, Void> audit = plan.sink("audit", number -> audited.increment());
    decoder.to(converter);
    converter.to(serializer).to(feeder);
    StagePlan<Integer, Integer> splitter = plan.map("splitter", number -> number);
    decoder.to(splitter);
    splitter.split(left, 0.25).split(right, 0.75);
    left.to(audit);
    right.to(audit);
    Pipeline<Integer> pipeline = plan.build(decoder);
    for (int i = 0; i < RECORDS; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();

    long sum = (long) RECORDS * (RECORDS - 1);
    assertThat(serialised.sum()).isEqualTo(sum);
    assertThat(fed.sum()).isEqualTo(sum);
    assertThat(audited.sum()).isEqualTo(RECORDS);
    PipelineTotals totals = pipeline.observe();
    assertThat(totals.state()).isEqualTo(PipelineState.TERMINATED);
    assertThat(totals.stage("left").flow().done()).isBetween(RECORDS / 4 - 2L, RECORDS / 4 + 2L);
    assertThat(totals.stage("splitter").out().values().stream().mapToLong(n -> n).sum())
        .isEqualTo(RECORDS);
    assertThat(totals.stage("audit").flow().arrived()).isEqualTo(RECORDS);
    assertThat(totals.stage("converter").out()).containsEntry("feeder", (long) RECORDS);
    assertThat(totals.stage("feeder").size().threadsAlive()).isZero();
  }

  @Test
  void aStageChoosesAmongItsOutputsOrNamesOne() throws Exception {
    ConcurrentLinkedQueue<Integer> even = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Integer> odd = new ConcurrentLinkedQueue<>();
    PipelineBuilder plan = Pipeline.named("choice");
    StagePlan<Integer, Integer> first =
        plan.shared(
            "first",
            (number, out) -> {
              out.emit(number);
              out.emitTo("odd", -1);
            });
    StagePlan<Integer, Void> evens = plan.sink("even", even::add);
    StagePlan<Integer, Void> odds = plan.sink("odd", odd::add);
    first.to(evens).to(odds).choosing(number -> number % 2 == 0 ? "even" : "odd");
    try (Pipeline<Integer> pipeline = plan.build(first)) {
      for (int i = 0; i < 4; i++) {
        pipeline.put(i);
      }
    }
    assertThat(even).containsExactly(0, 2);
    assertThat(odd).containsExactly(-1, 1, -1, -1, 3, -1);
  }

  @Test
  void oneRecordMayBecomeManyOrNone() throws Exception {
    LongAdder seen = new LongAdder();
    PipelineBuilder plan = Pipeline.named("flat");
    StagePlan<Integer, Integer> burst =
        plan.shared(
            "burst",
            (number, out) -> {
              for (int i = 0; i < number; i++) {
                out.emit(i);
              }
            });
    burst.to(plan.<Integer>sink("sink", number -> seen.increment()).queue(3, Overflow.BLOCK));
    Pipeline<Integer> pipeline = plan.build(burst);
    pipeline.put(0);
    pipeline.put(10_000);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen.sum()).isEqualTo(10_000);
  }

  @Test
  void aStageWithoutSharedStateHasAnInstancePerThreadThatItsThreadCloses() throws Exception {
    AtomicInteger made = new AtomicInteger();
    Set<String> closedBy = ConcurrentHashMap.newKeySet();
    PipelineBuilder plan = Pipeline.named("own");
    StagePlan<Integer, Void> only =
        plan.stage(
            "only",
            () -> {
              made.incrementAndGet();
              return new Stage<Integer, Void>() {
                @Override
                public void on(Integer record, Emitter<Void> out) {}

                @Override
                public void close() {
                  closedBy.add(Thread.currentThread().getName());
                }
              };
            });
    try (Pipeline<Integer> pipeline = plan.build(only.threads(3))) {
      pipeline.put(1);
    }
    assertThat(made).hasValue(3);
    assertThat(closedBy)
        .containsExactlyInAnyOrder(
            "flyball-own-only-1", "flyball-own-only-2", "flyball-own-only-3");
  }

  @Test
  void usesTheThreadsOfItsUser() throws Exception {
    List<Thread> made = Collections.synchronizedList(new ArrayList<>());
    PipelineBuilder plan =
        Pipeline.named("own")
            .threads(task -> {
              Thread thread = new Thread(task, "mine");
              made.add(thread);
              return thread;
            });
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    StagePlan<Integer, Void> only =
        plan.sink("only", number -> seen.add(Thread.currentThread().getName()));
    try (Pipeline<Integer> pipeline = plan.build(only)) {
      pipeline.put(1);
    }
    assertThat(seen).containsExactly("mine");
    assertThat(made).hasSize(1);
  }

  @Test
  void takesNothingInOnceItDrains() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    PipelineBuilder plan = Pipeline.named("end");
    StagePlan<Integer, Void> only = plan.shared("only", (number, out) -> go.await());
    Pipeline<Integer> pipeline = plan.build(only);
    pipeline.put(1);
    assertThat(pipeline.drain(Duration.ofMillis(1))).isFalse();
    assertThat(pipeline.state()).isEqualTo(PipelineState.DRAINING);
    assertThat(pipeline.offer(2)).isFalse();
    assertThatThrownBy(() -> pipeline.put(2))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("pipeline 'end' (DRAINING), only: 1 of 1 threads");
    go.countDown();
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
  }

  @Test
  void refusesAPlanThatCannotWork() {
    PipelineBuilder plan = Pipeline.named("bad");
    StagePlan<Integer, Integer> a = plan.map("a", n -> n);
    StagePlan<Integer, Integer> b = plan.map("b", n -> n);
    StagePlan<Integer, Integer> c = plan.map("c", n -> n);
    a.to(b);
    assertThatThrownBy(() -> plan.build(a))
        .hasMessage("stage must be reached from the entry 'a' but is not: c");
    b.to(c);
    c.to(b);
    assertThatThrownBy(() -> plan.build(a))
        .hasMessage("stages must not send in a circle but do among b, c");
    assertThatThrownBy(() -> plan.map("a", n -> n))
        .hasMessage("stage must have a name of its own but 'a' was given twice");
    assertThatThrownBy(() -> a.to(b))
        .hasMessage("output of stage 'a' must be named once but 'b' was twice");
    assertThatThrownBy(() -> a.split(c, 1)).hasMessageContaining("but were mixed");
    StagePlan<Integer, Integer> foreign = Pipeline.named("other").map("aa", n -> n);
    assertThatThrownBy(() -> plan.build(foreign))
        .hasMessage(
            "stage must be of this pipeline: unknown stage 'aa'; did you mean 'a'? known: a, b, c");
  }

  @Test
  void refusesSharesThatDoNotSumToOneAndASpillWithoutAPlace() {
    PipelineBuilder plan = Pipeline.named("bad");
    StagePlan<Integer, Integer> a = plan.map("a", n -> n);
    StagePlan<Integer, Integer> b = plan.map("b", n -> n);
    a.split(b, 0.5);
    assertThatThrownBy(() -> plan.build(a))
        .hasMessage("sum of the shares of stage 'a' must be 1 but was 0.5");
    PipelineBuilder other = Pipeline.named("bad");
    StagePlan<Integer, Integer> full = other.<Integer, Integer>map("full", n -> n);
    full.queue(1, Overflow.SPILL);
    assertThatThrownBy(() -> other.build(full))
        .hasMessage("stage 'full' must be told where to put records aside but was not");
  }

  @Test
  void namesWhatIsUnknown() {
    PipelineBuilder plan = Pipeline.named("names");
    StagePlan<Integer, Void> feeder = plan.sink("feeder", number -> {});
    try (Pipeline<Integer> pipeline = plan.build(feeder)) {
      assertThatThrownBy(() -> pipeline.resize("feder", 2))
          .hasMessage("unknown stage 'feder'; did you mean 'feeder'? known: feeder");
      assertThatThrownBy(() -> pipeline.resize("feeder", 0))
          .hasMessage("threads must be at least 1 but was 0");
    }
  }

  @Test
  void anOrderedStageKeepsTheOrderWithManyThreads() throws Exception {
    List<Integer> seen = new ArrayList<>();
    PipelineBuilder plan = Pipeline.named("ordered");
    StagePlan<Integer, Integer> work =
        plan.<Integer, Integer>shared(
            "work",
            (number, out) -> {
              if (number % 97 == 0) {
                LockSupport.parkNanos(1);
              }
              if (number % 3 != 0) {
                out.emit(number);
              }
            });
    work.threads(8).ordered().to(plan.<Integer>sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < RECORDS; i++) {
      if (i % 5_000 == 0) {
        pipeline.resize("work", 1 + i / 5_000 % 8);
      }
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen)
        .isEqualTo(IntStream.range(0, RECORDS).filter(i -> i % 3 != 0).boxed().toList());
  }
}
