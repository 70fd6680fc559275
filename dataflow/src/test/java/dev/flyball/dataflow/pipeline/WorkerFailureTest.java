package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that fail where no record is at work, threads that cannot be had, and waits that are cut
 * short. A thread is made to fail by tearing the next record out of its batch; the log fails too.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerFailureTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final int RECORDS = 1_000;
  private static final int NONE = -1;

  private final Map<Thread, StageWorker> workers = new ConcurrentHashMap<>();
  private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger torn = new AtomicInteger(NONE);
  private final AtomicInteger made = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);
  private final PipelineBuilder plan =
      Pipeline.named("failing").deadLetters(letters::add).threads(this::thread);

  private final Logger log = Logger.getLogger(Pipeline.class.getName());
  private final Handler failing =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          throw new OutOfMemoryError("log");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void letTheLogFail() {
    log.addHandler(failing);
    log.setUseParentHandlers(false);
  }

  @AfterEach
  void mendTheLog() {
    log.setUseParentHandlers(true);
    log.removeHandler(failing);
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task);
    workers.put(thread, (StageWorker) task);
    return thread;
  }

  /** A stage that passes records on, but tears one out of a batch of which many are left. */
  private Stage<Integer, Integer> tearing() {
    if (made.incrementAndGet() > 4) {
      throw new IllegalStateException("no more instances");
    }
    return (number, out) -> {
      go.await();
      out.emit(number);
      StageWorker worker = workers.get(Thread.currentThread());
      if (worker != null && worker.batch.unclaimed() > 2 && torn.get() == NONE) {
        tearOut(worker.batch);
      }
    };
  }

  private void tearOut(Batch batch) {
    for (int i = 0; i < batch.records.length; i++) {
      Object record = batch.records[i];
      if (record != null && torn.compareAndSet(NONE, (int) record)) {
        batch.records[i] = null;
        return;
      }
    }
  }

  private StageTotals.Flow runTearing(boolean ordered, int threads) throws Exception {
    made.set(4 - threads); // those at the beginning, and no other one
    StagePlan<Integer, Integer> work = plan.stage("work", this::tearing).threads(threads);
    work.to(plan.sink("sink", seen::add));
    if (ordered) {
      work.ordered();
    }
    Pipeline<Integer> pipeline = plan.build(work);
    for (int i = 0; i < RECORDS; i++) {
      pipeline.put(i);
    }
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
    return pipeline.observe().stage("work").flow();
  }

  private void requireAllButTheTorn(StageTotals.Flow flow) {
    Stream<Integer> dead = letters.stream().map(letter -> (Integer) letter.record().orElseThrow());
    assertThat(Stream.concat(dead, seen.stream()))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, RECORDS).filter(i -> i != torn.get()).boxed().toList());
    assertThat(letters).isNotEmpty();
    assertThat(flow.failed()).isEqualTo(letters.size());
    assertThat(flow.done()).isEqualTo(RECORDS - 1);
  }

  @Test
  void theOnlyThreadOfAStageGoesOn() throws Exception {
    requireAllButTheTorn(runTearing(false, 1));
  }

  @Test
  void theOthersOfAnOrderedStageDoNotWaitForWhatWasLost() throws Exception {
    StageTotals.Flow flow = runTearing(true, 4);
    requireAllButTheTorn(flow);
    assertThat(seen).isSorted();
  }

  @Test
  void aResizeThatFailsLeavesTheThreadsThatThereAre() throws Exception {
    made.set(1);
    go.countDown();
    StagePlan<Integer, Integer> work = plan.stage("work", this::tearing);
    work.to(plan.sink("sink", seen::add));
    Pipeline<Integer> pipeline = plan.build(work);
    assertThatThrownBy(() -> pipeline.resize("work", 9)).hasMessage("no more instances");
    assertThat(pipeline.threads()).containsEntry("work", 3);
    assertThat(pipeline.observe().stage("work").size().threadsAlive()).isEqualTo(3);
    pipeline.put(7);
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).containsExactly(7);
  }

  @Test
  void aFactoryThatMakesNoThreadIsNamed() {
    StagePlan<Integer, Void> only = plan.sink("only", seen::add);
    plan.threads(task -> nothing());
    assertThatThrownBy(() -> plan.build(only))
        .hasMessage("thread factory must make a thread for stage 'only' but made none");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a factory must not do
  private static <T> T nothing() {
    return null;
  }

  @Test
  void anInterruptedCloseHandsWhatIsLeftToTheDeadLetters() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    StagePlan<Integer, Void> only =
        plan.shared(
            "only",
            (number, out) -> {
              begun.countDown();
              new CountDownLatch(1).await();
            });
    Pipeline<Integer> pipeline = plan.build(only);
    for (int i = 0; i < 5; i++) {
      pipeline.put(i);
    }
    begun.await();
    Thread.currentThread().interrupt();
    pipeline.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(pipeline.awaitTermination(LONG)).isTrue();
    assertThat(letters)
        .extracting(letter -> letter.record().orElseThrow())
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    assertThat(letters)
        .filteredOn(letter -> !letter.record().equals(Optional.of(0)))
        .allMatch(letter -> "pipeline 'failing' was closed".equals(letter.cause().getMessage()));
  }

  @Test
  void waitsForAsLongAsADurationCanSay() throws Exception {
    StagePlan<Integer, Void> only = plan.sink("only", seen::add);
    Pipeline<Integer> pipeline = plan.build(only);
    pipeline.put(1);
    assertThat(pipeline.awaitTermination(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    assertThat(pipeline.drain(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    assertThat(pipeline.abort(Duration.ofSeconds(Long.MAX_VALUE)).count()).isZero();
  }
}
