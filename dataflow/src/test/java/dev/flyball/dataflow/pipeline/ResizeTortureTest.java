package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Producers, stages that throw now and then, tiny queues, and threads whose number changes at
 * random: nothing is lost, nothing is done twice, whether drained or aborted in the middle.
 */
class ResizeTortureTest {

  private static final int PRODUCERS = 3;
  private static final int EACH = 60_000;
  private static final int RECORDS = PRODUCERS * EACH;
  private static final Duration LONG = Duration.ofSeconds(90);

  /**
   * So many passes of records come between two resizes: else a starved machine would start threads
   * most of the time, and hardly come to the records.
   */
  private static final int PASSES_PER_RESIZE = 10;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final AtomicIntegerArray ended = new AtomicIntegerArray(RECORDS);
  private final AtomicIntegerArray refused = new AtomicIntegerArray(RECORDS);
  private final AtomicInteger passes = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private final CountDownLatch half = new CountDownLatch(PRODUCERS);

  @AfterEach
  void endResizing() {
    over.set(true);
  }

  @Test
  void everyRecordComesToOneEndWhileThreadsChange() throws Exception {
    Pipeline<Integer> pipeline = pipeline(false);
    run(pipeline, () -> {});
    assertThat(pipeline.drain(LONG)).isTrue();
    requireEachOnce();
    assertThat(pipeline.observe().stage("end").size().threadsAlive()).isZero();
  }

  @Test
  void everyRecordComesToOneEndInOrderedStages() throws Exception {
    Pipeline<Integer> pipeline = pipeline(true);
    run(pipeline, () -> {});
    assertThat(pipeline.drain(LONG)).isTrue();
    requireEachOnce();
  }

  @Test
  void everyRecordIsDoneOrHandedBackOrRefusedWhenAbortedInTheMiddle() throws Exception {
    Pipeline<Integer> pipeline = pipeline(false);
    Set<Object> handedBack = new HashSet<>();
    run(
        pipeline,
        () -> {
          half.await();
          Remainder remainder = pipeline.abort(LONG);
          remainder.records().values().stream()
              .flatMap(List::stream)
              .forEach(record -> assertThat(handedBack.add(record)).isTrue());
        });
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
    handedBack.forEach(record -> ended.incrementAndGet((int) record));
    for (int i = 0; i < RECORDS; i++) {
      if (refused.get(i) == 1) {
        ended.incrementAndGet(i);
      }
    }
    requireEachOnce();
  }

  private Pipeline<Integer> pipeline(boolean ordered) {
    System.out.println("ResizeTortureTest: -Dseed=" + seed);
    PipelineBuilder plan =
        Pipeline.named("torture")
            .deadLetters(letter -> ended.incrementAndGet((int) letter.record().orElseThrow()));
    StagePlan<Integer, Integer> start = plan.shared("start", this::pass);
    StagePlan<Integer, Integer> left = plan.shared("left", this::pass);
    StagePlan<Integer, Integer> right = plan.shared("right", this::pass);
    StagePlan<Integer, Void> end = plan.sink("end", number -> ended.incrementAndGet(number));
    start.queue(50, Overflow.BLOCK).split(left, 0.5).split(right, 0.5);
    left.queue(3, Overflow.BLOCK).to(end);
    right.queue(300, Overflow.BLOCK).to(end);
    if (ordered) {
      start.ordered();
      left.ordered();
      right.ordered();
    }
    Pipeline<Integer> pipeline = plan.build(start);
    resizer(pipeline).start();
    return pipeline;
  }

  private void pass(Integer number, Emitter<Integer> out) {
    passes.incrementAndGet();
    if (number % 1_001 == 0) {
      throw new IllegalStateException("bad " + number);
    }
    if (number % 5_003 == 0) {
      LockSupport.parkNanos(300_000);
    }
    out.emit(number);
  }

  private Thread resizer(Pipeline<Integer> pipeline) {
    List<String> names = pipeline.stageNames();
    return new Thread(() -> {
      Random random = new Random(seed);
      int passedMin = 0;
      while (!over.get()) {
        if (passes.get() >= passedMin) {
          passedMin = passes.get() + PASSES_PER_RESIZE;
          pipeline.resize(names.get(random.nextInt(names.size())), 1 + random.nextInt(16));
        }
        LockSupport.parkNanos(500_000);
      }
    });
  }

  /** Something that may be interrupted. */
  private interface Step {
    void run() throws Exception;
  }

  private void run(Pipeline<Integer> pipeline, Step meanwhile) throws Exception {
    Thread[] producers = new Thread[PRODUCERS];
    for (int p = 0; p < PRODUCERS; p++) {
      int first = p * EACH;
      producers[p] = new Thread(() -> produce(pipeline, first));
      producers[p].start();
    }
    meanwhile.run();
    for (Thread producer : producers) {
      producer.join();
    }
  }

  private void produce(Pipeline<Integer> pipeline, int first) {
    for (int i = first; i < first + EACH; i++) {
      if (i == first + EACH / 2) {
        half.countDown();
      }
      try {
        pipeline.put(i);
      } catch (RejectedExecutionException | InterruptedException e) {
        refused.set(i, 1);
      }
    }
  }

  private void requireEachOnce() {
    for (int i = 0; i < RECORDS; i++) {
      if (ended.get(i) != 1) {
        throw new AssertionError("seed " + seed + ": record " + i + " ended " + ended.get(i));
      }
    }
  }
}
