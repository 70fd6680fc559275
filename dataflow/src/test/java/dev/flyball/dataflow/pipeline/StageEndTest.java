package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages that hold records back, and emit them when they end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StageEndTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final int RECORDS = 20_000;

  /** Passes records on a hundred at a time, as a batched insert would. */
  private final class Hundreds implements Stage<Integer, List<Integer>> {
    private final List<Integer> held = new ArrayList<>();

    @Override
    public void on(Integer record, Emitter<List<Integer>> out) throws Exception {
      go.await();
      held.add(record);
      if (held.size() == 100) {
        passOn(out);
      }
    }

    private void passOn(Emitter<List<Integer>> out) {
      out.emit(List.copyOf(held));
      held.clear();
    }

    @Override
    public void end(Emitter<List<Integer>> out) {
      ended.incrementAndGet();
      if (!held.isEmpty()) {
        passOn(out);
      }
      if (fails) {
        throw new IllegalStateException("end");
      }
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<List<Integer>> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final PipelineBuilder plan = Pipeline.named("ends").deadLetters(letters::add);
  private final StagePlan<Integer, List<Integer>> hundreds = plan.stage("hundreds", Hundreds::new);
  private boolean fails;

  private Pipeline<Integer> start(int threads) {
    hundreds.threads(threads).to(plan.sink("sink", seen::add));
    return plan.build(hundreds);
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private List<Integer> allSeen() {
    return seen.stream().flatMap(List::stream).toList();
  }

  @Test
  void whatIsHeldIsEmittedWhenThePipelineDrains() throws Exception {
    go.countDown();
    Pipeline<Integer> pipeline = start(3);
    for (int i = 0; i < 1_050; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(allSeen()).containsExactlyInAnyOrderElementsOf(numbers(1_050));
    assertThat(ended).hasValue(3);
    assertThat(closed).hasValue(3);
    assertThat(pipeline.observe().stage("hundreds").out())
        .containsEntry("sink", (long) seen.size());
  }

  @Test
  void whatIsHeldIsEmittedWhenItsThreadLeaves() throws Exception {
    runWhileThreadsChange();
  }

  private void runWhileThreadsChange() throws Exception {
    go.countDown();
    Pipeline<Integer> pipeline = start(1);
    for (int i = 0; i < RECORDS; i++) {
      if (i % 500 == 0) {
        pipeline.resize("hundreds", 1 + i / 500 % 5);
      }
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(allSeen()).containsExactlyInAnyOrderElementsOf(numbers(RECORDS));
    assertThat(ended).hasValue(closed.get());
    assertThat(letters).isEmpty();
  }

  @Test
  void aLastPieceComesInOrder() throws Exception {
    go.countDown();
    hundreds.ordered();
    Pipeline<Integer> pipeline = start(1);
    for (int i = 0; i < 1_050; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(allSeen()).isEqualTo(numbers(1_050));
  }

  @Test
  void orderedStagesThatShrinkWhileTheyHoldLoseNothing() throws Exception {
    hundreds.ordered();
    runWhileThreadsChange();
  }

  @Test
  void whatIsThrownAtTheEndIsADeadLetterWithoutARecord() throws Exception {
    fails = true;
    go.countDown();
    Pipeline<Integer> pipeline = start(1);
    pipeline.put(0);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(allSeen()).containsExactly(0); // what was emitted before stays
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).record()).isEmpty();
    assertThat(letters.get(0).stage()).isEqualTo("hundreds");
    assertThat(letters.get(0).cause()).hasMessage("end");
    assertThat(closed).hasValue(1);
  }

  @Test
  void anAbortedStageIsClosedButNotEnded() {
    Pipeline<Integer> pipeline = start(2);
    assertThat(pipeline.offer(0)).isTrue();
    pipeline.abort(LONG);
    assertThat(ended).hasValue(0);
    assertThat(closed).hasValue(2);
  }
}
