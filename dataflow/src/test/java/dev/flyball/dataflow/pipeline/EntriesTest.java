package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pipelines with several ways in. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EntriesTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final Queue<Integer> seen = new ConcurrentLinkedQueue<>();
  private final PipelineBuilder plan = Pipeline.named("entries");
  private final StagePlan<Integer, Void> sink = plan.sink("sink", seen::add);
  private final StagePlan<String, Integer> texts = plan.map("texts", Integer::valueOf);
  private final StagePlan<Integer, Integer> numbers = plan.map("numbers", number -> -number);

  @Test
  void recordsComeInAtEachOfThem() throws Exception {
    texts.to(numbers);
    numbers.to(sink);
    Pipeline<String> pipeline = plan.build(texts, numbers, sink);
    assertThat(pipeline.stageNames()).containsExactly("texts", "numbers", "sink");
    CompletableFuture<Outcome> told = new CompletableFuture<>();
    pipeline.put("1");
    assertThat(pipeline.entry(texts).offer("2")).isTrue();
    pipeline.entry(numbers).put(3, told::complete);
    pipeline.entry(sink).put(4);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactlyInAnyOrder(-1, -2, -3, 4);
    assertThat(told.get()).isEqualTo(Outcome.DONE);
    assertThatThrownBy(() -> pipeline.entry(sink).put(5))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("pipeline 'entries' (TERMINATED)");
    assertThat(pipeline.entry(numbers).offer(6)).isFalse();
  }

  /** The queue of the second entry stays open meanwhile, for the first stage sends to it. */
  @Test
  void noneTakesRecordsInAfterAShutdown() throws Exception {
    CompletableFuture<Void> go = new CompletableFuture<>();
    PipelineBuilder two = Pipeline.named("two");
    StagePlan<Integer, Integer> first = two.map("first", number -> after(go, -number));
    StagePlan<Integer, Void> second = two.sink("second", number -> seen.add(after(go, number)));
    Pipeline<Integer> pipeline = two.build(first.to(second.queue(1, Overflow.BLOCK)), second);
    Entry<Integer> entry = pipeline.entry(second);
    pipeline.put(1);
    entry.put(2);
    while (pipeline.observe().stage("second").size().queued() > 0) {
      Thread.onSpinWait();
    }
    entry.put(3);
    CompletableFuture<Void> waiting = WaitingCall.begin(() -> entry.put(4));
    pipeline.shutdown();
    go.complete(null);
    assertThatThrownBy(waiting::get).hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactlyInAnyOrder(-1, 2, 3);
  }

  private static int after(CompletableFuture<Void> go, int number) {
    go.join();
    return number;
  }

  @Test
  void aShutdownIsForTheEntriesAndNotForTheStages() throws Exception {
    CompletableFuture<Void> go = new CompletableFuture<>();
    PipelineBuilder two = Pipeline.named("two");
    StagePlan<Integer, Integer> first = two.map("first", number -> after(go, -number));
    StagePlan<Integer, Void> second = two.sink("second", seen::add);
    Pipeline<Integer> pipeline = two.build(first.to(second), second);
    pipeline.put(1);
    pipeline.shutdown();
    assertThat(pipeline.entry(second).offer(2)).isFalse();
    assertThatThrownBy(() -> pipeline.entry(second).put(3))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("pipeline 'two' (DRAINING)");
    go.complete(null);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactly(-1);
  }

  @Test
  void theFirstOneComesFirstWhereNoStageSendsToIt() {
    texts.to(sink);
    numbers.to(sink);
    try (Pipeline<Integer> pipeline = plan.build(numbers, texts)) {
      assertThat(pipeline.stageNames()).containsExactly("numbers", "texts", "sink");
    }
  }

  @Test
  void aStageThatNoneReachesIsRefused() {
    texts.to(sink);
    assertThatThrownBy(() -> plan.build(texts, sink))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stage must be reached from the entry 'texts', 'sink' but is not: numbers");
  }

  @Test
  void anEntryIsNamedOnce() {
    texts.to(sink);
    numbers.to(sink);
    assertThatThrownBy(() -> plan.build(texts, numbers, texts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("entry must be named once but 'texts' was twice");
  }

  @Test
  void anotherStageIsNoEntry() {
    texts.to(sink);
    numbers.to(sink);
    try (Pipeline<String> pipeline = plan.build(texts, numbers)) {
      assertThatThrownBy(() -> pipeline.entry(sink))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "stage 'sink' must be an entry of pipeline 'entries' but those are texts, numbers");
    }
  }

  @Test
  void whatIsLeftIsHandedBackFromEachOfThem() throws Exception {
    CompletableFuture<Void> go = new CompletableFuture<>();
    StagePlan<Integer, Void> slow = plan.sink("slow", record -> go.join());
    texts.to(sink);
    numbers.to(sink);
    Pipeline<String> pipeline = plan.build(texts, numbers, slow);
    for (int i = 0; i < 3; i++) {
      pipeline.entry(slow).put(i);
    }
    while (pipeline.observe().stage("slow").size().queued() != 2) {
      Thread.onSpinWait();
    }
    Remainder left = pipeline.abort(Duration.ZERO);
    go.complete(null);
    assertThat(left.records()).containsEntry("slow", List.of(1, 2));
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
  }
}
