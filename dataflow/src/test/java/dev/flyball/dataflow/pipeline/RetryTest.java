package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stages that work on a record again after it failed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RetryTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Retry AT_ONCE = Retry.times(3).pausing(Duration.ZERO, Duration.ZERO);

  private final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger attempts = new AtomicInteger();
  private final CompletableFuture<Outcome> told = new CompletableFuture<>();
  private final PipelineBuilder plan = Pipeline.named("retries").deadLetters(letters::add);

  /** Emits each record so many times; 1 fails so often after that. */
  private StagePlan<Integer, Integer> failing(int failures, int emitted, Retry rule) {
    StagePlan<Integer, Integer> stage =
        plan.shared(
            "stage",
            (record, out) -> {
              for (int i = 0; i < emitted; i++) {
                out.emit(record);
              }
              if (record == 1 && attempts.incrementAndGet() <= failures) {
                throw new IllegalStateException("attempt " + attempts);
              }
            });
    return stage.retry(rule).to(plan.sink("sink", seen::add));
  }

  private Pipeline<Integer> run(StagePlan<Integer, Integer> stage) throws InterruptedException {
    Pipeline<Integer> pipeline = plan.build(stage);
    pipeline.put(1, told::complete);
    pipeline.put(2);
    assertThat(pipeline.drain(LONG)).isTrue();
    return pipeline;
  }

  @Test
  void aRecordIsTriedUntilItIsDoneAndEmittedOnce() throws Exception {
    Duration first = Duration.ofMillis(20);
    Retry rule = Retry.times(3).pausing(first, Duration.ofMillis(40));
    Pipeline<Integer> pipeline = run(failing(3, 2, rule));
    assertThat(attempts).hasValue(4);
    assertThat(seen).containsExactly(1, 1, 2, 2);
    assertThat(told.get()).isEqualTo(Outcome.DONE);
    assertThat(letters).isEmpty();
    StageTotals totals = pipeline.observe().stage("stage");
    assertThat(totals.flow().failed()).isZero();
    assertThat(totals.flow().done()).isEqualTo(2);
    assertThat(totals.flow().retried()).isEqualTo(3);
    assertThat(totals.flow().attempts()).isEqualTo(5);
    assertThat(totals.time().outputWaitNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(20 + 40 + 40).toNanos());
    assertThat(totals.out()).containsEntry("sink", 4L);
  }

  @Test
  void aRecordThatFailsToTheEndIsADeadLetterWithAllFailures() throws Exception {
    Pipeline<Integer> pipeline = run(failing(100, 1, AT_ONCE));
    assertThat(attempts).hasValue(4);
    assertThat(pipeline.observe().stage("stage").flow())
        .isEqualTo(new StageTotals.Flow(2, 2, 1, 3, 0, 0, 0, 0));
    assertThat(seen).containsExactly(2);
    Throwable cause = letters.get(0).cause();
    assertThat(letters).hasSize(1);
    assertThat(cause).hasMessage("attempt 4");
    assertThat(cause.getSuppressed()[0]).hasMessage("attempt 3");
    assertThat(cause.getSuppressed()[0].getSuppressed()[0]).hasMessage("attempt 2");
    assertThat(told.get()).isEqualTo(Outcome.failed(cause));
  }

  @ParameterizedTest
  @CsvSource({
    // records emitted by an attempt, attempts, records sent of it
    "2048, 2, 2048",
    "2049, 1, 2049",
  })
  void anAttemptThatEmitsTooMuchToHoldIsTheLast(int emitted, int made, int sent) throws Exception {
    run(failing(1, emitted, AT_ONCE));
    assertThat(attempts).hasValue(made);
    assertThat(letters).hasSize(2 - made);
    assertThat(Collections.frequency(seen, 1)).isEqualTo(sent);
    assertThat(Collections.frequency(seen, 2)).isEqualTo(emitted);
  }

  @Test
  void manyRecordsAreHeldOneByOne() throws Exception {
    Pipeline<Integer> pipeline = plan.build(failing(1, 100, AT_ONCE));
    for (int i = 0; i < 2_000; i++) {
      pipeline.put(i);
    }
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(seen).hasSize(200_000);
    assertThat(seen.subList(100, 200)).containsOnly(1);
    assertThat(letters).isEmpty();
  }

  /** A pause before an attempt may be long, and the record is not done before the last one. */
  @Test
  void anAttemptIsCountedWhileTheRecordIsInWork() throws Exception {
    CountDownLatch inSecond = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    StagePlan<Integer, Integer> stage =
        plan.shared(
            "stage",
            (record, out) -> {
              if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("first");
              }
              inSecond.countDown();
              go.await();
            });
    Pipeline<Integer> pipeline = plan.build(stage.retry(AT_ONCE));
    pipeline.put(1);
    inSecond.await();
    StageTotals.Flow inWork = pipeline.observe().stage("stage").flow();
    assertThat(inWork.retried()).isEqualTo(1);
    assertThat(inWork.done()).isZero();
    go.countDown();
    assertThat(pipeline.drain(LONG)).isTrue();
    assertThat(pipeline.observe().stage("stage").flow().attempts()).isEqualTo(2);
  }

  @Test
  void otherFailuresAreNotTriedAgain() throws Exception {
    run(failing(1, 1, AT_ONCE.when(failure -> failure instanceof ArithmeticException)));
    assertThat(attempts).hasValue(1);
    assertThat(letters).hasSize(1);
  }

  @Test
  void errorsAreNotTriedAgainByDefault() throws Exception {
    StagePlan<Integer, Integer> stage =
        plan.shared(
            "stage",
            (record, out) -> {
              attempts.incrementAndGet();
              throw new StackOverflowError();
            });
    run(stage.retry(AT_ONCE));
    assertThat(attempts).hasValue(2);
    assertThat(letters).hasSize(2);
  }

  @Test
  void aRuleThatFailsEndsTheAttempts() throws Exception {
    ArithmeticException inRule = new ArithmeticException();
    UnaryOperator<Throwable> fails =
        failure -> {
          throw inRule;
        };
    run(failing(1, 1, AT_ONCE.when(failure -> fails.apply(failure).equals(failure))));
    assertThat(attempts).hasValue(1);
    assertThat(letters.get(0).cause()).hasMessage("attempt 1").hasSuppressedException(inRule);
  }

  @Test
  void theNextRecordOfAKeyWaitsForTheAttempts() throws Exception {
    Retry rule = Retry.times(3).pausing(Duration.ofMillis(10), Duration.ofMillis(10));
    run(failing(3, 1, rule).orderedBy(record -> "one").threads(3));
    assertThat(seen).containsExactly(1, 2);
  }

  @Test
  void anOrderedStageKeepsItsOrder() throws Exception {
    Retry rule = Retry.times(3).pausing(Duration.ofMillis(10), Duration.ofMillis(10));
    run(failing(3, 1, rule).ordered().threads(3));
    assertThat(seen).containsExactly(1, 2);
  }

  @Test
  void anAbortEndsAPause() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    StagePlan<Integer, Integer> stage =
        plan.shared(
            "stage",
            (record, out) -> {
              attempts.incrementAndGet();
              failed.countDown();
              Thread.currentThread().interrupt(); // its own interrupt does not end it
              throw new IllegalStateException("bad");
            });
    stage.retry(Retry.times(1).pausing(Duration.ofDays(1), Duration.ofDays(1)));
    Pipeline<Integer> pipeline = plan.build(stage);
    pipeline.put(1, told::complete);
    failed.await();
    pipeline.abort(LONG);
    assertThat(pipeline.state()).isEqualTo(PipelineState.TERMINATED);
    assertThat(attempts).hasValue(1);
    assertThat(told.get()).isEqualTo(Outcome.ABORTED);
    assertThat(letters).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    // first, longest, attempt -> pause
    "PT0.1S, PT10S, 1, PT0.1S",
    "PT0.1S, PT10S, 2, PT0.2S",
    "PT0.1S, PT10S, 7, PT6.4S",
    "PT0.1S, PT10S, 8, PT10S",
    "PT0.1S, PT10S, 2147483647, PT10S",
    "PT0S, PT10S, 40, PT0S",
    "PT5S, PT5S, 2, PT5S",
    "P1000000D, P1000000D, 1, PT2562047H47M16.854775807S",
  })
  void pausesDoubleUpToTheLongest(Duration first, Duration longest, int attempt, Duration pause) {
    assertThat(Retry.times(1).pausing(first, longest).pauseBefore(attempt)).isEqualTo(pause);
  }

  @Test
  void badRulesAreRefused() {
    assertThatThrownBy(() -> Retry.times(0)).hasMessage("times must be at least 1 but was 0");
    assertThatThrownBy(() -> AT_ONCE.pausing(Duration.ofMillis(-1), LONG))
        .hasMessage("pause must not be negative but was PT-0.001S");
    assertThatThrownBy(() -> AT_ONCE.pausing(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .hasMessage("pauseMax must be at least the first pause of PT2S but was PT1S");
    assertThatThrownBy(() -> AT_ONCE.pauseBefore(0))
        .hasMessage("attempt must be at least 1 but was 0");
  }
}
