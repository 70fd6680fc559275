package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Stages that throw, run out of stack, interrupt themselves, or never come back. */
class PipelineFailureTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final PipelineBuilder plan = Pipeline.named("bad").deadLetters(letters::add);

  @SuppressWarnings("InfiniteRecursion") // that is what it is for
  private static int deep(int depth) {
    return 1 + deep(depth + 1);
  }

  @Test
  void whatIsThrownGoesToTheDeadLettersAndTheThreadGoesOn() throws Exception {
    StagePlan<Integer, Integer> work =
        plan.shared(
            "work",
            (number, out) -> {
              switch (number) {
                case 1 -> throw new IllegalStateException("one");
                case 2 -> deep(0);
                case 3 -> throw new OutOfMemoryError("three");
                case 4 -> throw new InterruptedException("four");
                default -> out.emit(number);
              }
            });
    work.to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < 6; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactly(0, 5);
    assertThat(letters.stream().map(letter -> letter.record().orElseThrow()))
        .containsExactly(1, 2, 3, 4);
    assertThat(letters.get(1).cause()).isInstanceOf(StackOverflowError.class);
    assertThat(letters).allSatisfy(letter -> assertThat(letter.stage()).isEqualTo("work"));
    assertThat(pipeline.observe().stage("work").flow().failed()).isEqualTo(4);
  }

  @Test
  void aHandlerThatThrowsAndANullRecordHarmNobody() throws Exception {
    plan.deadLetters(letter -> {
      letters.add(letter);
      throw new IllegalStateException("handler");
    });
    StagePlan<Integer, Integer> work = plan.map("work", number -> null);
    work.to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    pipeline.put(1);
    pipeline.put(2);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(letters).hasSize(2);
    assertThat(letters.get(0).cause()).isInstanceOf(NullPointerException.class);
  }

  @Test
  void anInterruptOfAStageItselfEndsWithTheRecord() throws Exception {
    AtomicBoolean carriedOver = new AtomicBoolean();
    StagePlan<Integer, Integer> work =
        plan.shared(
            "work",
            (number, out) -> {
              carriedOver.compareAndSet(false, Thread.currentThread().isInterrupted());
              Thread.currentThread().interrupt();
              out.emit(number);
            });
    work.queue(1, Overflow.BLOCK).to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < 1_000; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(carriedOver).isFalse();
    assertThat(seen).hasSize(1_000);
  }

  @Test
  void abortInterruptsAndHandsBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    StagePlan<Integer, Integer> work =
        plan.shared(
            "work",
            (number, out) -> {
              begun.countDown();
              new CountDownLatch(1).await();
            });
    work.to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < 5; i++) {
      pipeline.put(i);
    }
    begun.await();
    Remainder remainder = pipeline.abort(LONG);
    assertThat(remainder.records()).containsOnlyKeys("work");
    assertThat(remainder.records().get("work")).containsExactly(1, 2, 3, 4);
    assertThat(remainder.stuck()).isEmpty();
    assertThat(letters.get(0).record()).contains(0);
    assertThat(letters.get(0).cause()).isInstanceOf(InterruptedException.class);
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
    assertThat(pipeline.abort(LONG).count()).isZero();
  }

  @Test
  void aThreadThatNeverComesBackIsNamedAndItsRecordsAreHandedBack() throws Exception {
    AtomicBoolean release = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    StagePlan<Integer, Integer> work =
        plan.shared(
            "work",
            (number, out) -> {
              begun.countDown();
              while (!release.get()) {
                LockSupport.parkNanos(1_000_000);
              }
              out.emit(number);
            });
    work.to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < 5; i++) {
      pipeline.put(i);
    }
    begun.await();
    Remainder remainder = pipeline.abort(Duration.ofMillis(10));
    assertThat(remainder.stuck()).containsEntry("work", 1);
    assertThat(remainder.records().get("work")).containsExactly(1, 2, 3, 4);
    assertThat(pipeline.state()).isEqualTo(PipelineState.ABORTED);
    release.set(true);
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
    assertThat(seen).isEmpty();
    assertThat(letters.get(0).record()).contains(0); // came too late to be handed back
  }

  @Test
  void anIdleThreadTakesOverWhatWaitsBehindASlowRecord() throws Exception {
    CountDownLatch others = new CountDownLatch(1_001);
    StagePlan<Integer, Void> work =
        plan.shared(
            "work",
            (number, out) -> {
              if (number == 500) {
                others.await(); // done only once the others are, those behind it in its batch too
              } else {
                others.countDown();
              }
            });
    Pipeline<Integer> pipeline = plan.build(work.threads(2));
    for (int i = 0; i < 1_002; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(letters).isEmpty();
    assertThat(pipeline.observe().stage("work").flow().done()).isEqualTo(1_002);
  }
}
