package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages that hold records, and are flushed after so many or so long, or when none waits. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StageFlushTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(100);
  private static final int HELD_MAX = 100;

  /** Writes many records at a time, and notices when two threads use it. */
  private final class Batches implements Stage<Integer, Integer> {
    private final List<Integer> held = new ArrayList<>();
    private final AtomicBoolean inUse = new AtomicBoolean();
    private @Nullable Thread owner;

    @Override
    public void on(Integer record, Emitter<Integer> out) {
      enter();
      held.add(record);
      inUse.set(false);
    }

    @Override
    public void flush(Emitter<Integer> out) {
      enter();
      flushes.incrementAndGet();
      largest.accumulateAndGet(held.size(), Math::max);
      List<Integer> all = List.copyOf(held);
      held.clear();
      inUse.set(false);
      if (all.contains(bad)) {
        throw new IllegalStateException("cannot be written");
      }
      all.forEach(out::emit);
    }

    private void enter() {
      owner = Objects.requireNonNullElse(owner, Thread.currentThread());
      if (!inUse.compareAndSet(false, true) || !Thread.currentThread().equals(owner)) {
        broken.set(true);
      }
    }
  }

  private final AtomicInteger flushes = new AtomicInteger();
  private final AtomicInteger largest = new AtomicInteger();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final PipelineBuilder plan = Pipeline.named("flushes").deadLetters(letters::add);
  private final StagePlan<Integer, Integer> batches = plan.stage("batches", Batches::new);
  private CountDownLatch awaited = new CountDownLatch(0);
  private int bad = -1;

  private Pipeline<Integer> start(int records) {
    awaited = new CountDownLatch(records);
    batches.to(
        plan.sink(
            "sink",
            record -> {
              written.add(record);
              awaited.countDown();
            }));
    return plan.build(batches);
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void allAreWrittenThoughNoBatchIsFull() throws Exception {
    batches.threads(8).flushAfter(HELD_MAX).flushEvery(SHORT);
    try (Pipeline<Integer> pipeline = start(700)) {
      for (int number : numbers(700)) {
        pipeline.put(number);
      }
      awaited.await(); // nothing ends: only time does this
      assertThat(written).containsExactlyInAnyOrderElementsOf(numbers(700));
    }
    assertThat(largest.get()).isLessThanOrEqualTo(HELD_MAX);
    assertThat(broken).isFalse();
    assertThat(letters).isEmpty();
  }

  @Test
  void aStreamThatNeverPausesIsFlushedInTime() throws Exception {
    batches.threads(2).flushEvery(SHORT);
    try (Pipeline<Integer> pipeline = start(1000)) {
      for (int number = 0; awaited.getCount() > 0; number++) {
        pipeline.put(number);
      }
    }
    assertThat(broken).isFalse();
  }

  @Test
  void noBatchIsLargerThanItMayBe() throws Exception {
    batches.threads(3).flushAfter(HELD_MAX);
    try (Pipeline<Integer> pipeline = start(50_000)) {
      for (int number : numbers(50_000)) {
        pipeline.put(number);
      }
    }
    assertThat(largest.get()).isEqualTo(HELD_MAX);
    assertThat(written).hasSize(50_000);
    assertThat(broken).isFalse();
  }

  @Test
  void anInstanceThatHasNothingToDoIsFlushed() throws Exception {
    batches.threads(2).flushWhenIdle();
    try (Pipeline<Integer> pipeline = start(1)) {
      pipeline.put(7);
      awaited.await();
      assertThat(written).containsExactly(7);
      assertThat(flushes).hasValue(1);
    }
  }

  @Test
  void anOrderedStageFlushesInOrder() throws Exception {
    batches.threads(1).ordered().flushAfter(7).flushEvery(Duration.ofNanos(1)).flushWhenIdle();
    try (Pipeline<Integer> pipeline = start(20_000)) {
      for (int number : numbers(20_000)) {
        pipeline.put(number);
      }
      awaited.await();
    }
    assertThat(written).isEqualTo(numbers(20_000));
  }

  @Test
  void anOrderedStageOfManyThreadsLosesNothing() throws Exception {
    batches.threads(4).ordered().flushAfter(7).flushEvery(SHORT);
    try (Pipeline<Integer> pipeline = start(20_000)) {
      for (int number : numbers(20_000)) {
        pipeline.put(number);
        if (number % 1000 == 0) {
          pipeline.resize("batches", 1 + number / 1000 % 5);
        }
      }
      awaited.await();
    }
    assertThat(written).containsExactlyInAnyOrderElementsOf(numbers(20_000));
    assertThat(broken).isFalse();
  }

  @Test
  void aFlushThatFailsIsADeadLetterAndTheThreadGoesOn() throws Exception {
    bad = 0;
    batches.flushAfter(1);
    try (Pipeline<Integer> pipeline = start(9)) {
      for (int number : numbers(10)) {
        pipeline.put(number);
      }
    }
    assertThat(written).isEqualTo(numbers(10).subList(1, 10));
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).record()).isEmpty();
    assertThat(letters.get(0).cause()).hasMessage("cannot be written");
  }

  @Test
  void isNotFlushedAfterAnAbort() throws Exception {
    batches.flushEvery(LONG);
    Pipeline<Integer> pipeline = start(1);
    pipeline.put(1);
    while (pipeline.observe().stages().get(0).flow().done() == 0) {
      Thread.onSpinWait();
    }
    pipeline.abort(LONG);
    assertThat(flushes).hasValue(0);
  }

  @Test
  void refusesWhatCannotBeFlushed() {
    StagePlan<Integer, Integer> shared = plan.map("shared", number -> number);
    assertThatThrownBy(() -> shared.flushEvery(SHORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "stage 'shared' must have an instance for each thread to be flushed but has one");
    assertThatThrownBy(() -> batches.flushAfter(0)).hasMessageContaining("records");
    assertThatThrownBy(() -> batches.flushEvery(Duration.ZERO)).hasMessageContaining("time");
  }
}
