package dev.flyball.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.torture.TimedTask.Timing;
import dev.flyball.lab.torture.TortureWork.Deed;
import dev.flyball.pool.Rejection;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each thing that may go wrong with a scheduled task is found. */
@Timeout(60)
class TimedTaskTest {

  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private final TaskLedger ledger = new TaskLedger(TortureTest.plain(1, 10, true));
  private final TortureTarget target =
      TortureTarget.of("timed", ledger, Thread::new, Rejection.abort());
  private final Submitter submitter = new Submitter(ledger, target);

  @AfterEach
  void end() throws InterruptedException {
    target.executor().shutdownNow();
    assertThat(target.executor().awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  private TimedTask task(Timing timing, Deed deed, long delayNanos) {
    TortureWork work = new TortureWork(7, deed, 0, submitter);
    TimedTask task = new TimedTask(timing, work, delayNanos, HOUR_NANOS, 100);
    ledger.timed.add(task);
    return task;
  }

  /** A task that is due, and that the pool runs much later. */
  private TimedTask due(Timing timing) {
    TimedTask task = task(timing, Deed.NOTHING, HOUR_NANOS);
    Future<?> its = task.schedule(target.scheduled().orElseThrow());
    assertThat(its.isDone()).isFalse();
    return task;
  }

  @Test
  void oneThatRunsEarlyIsFound() {
    due(Timing.ONCE).run();
    assertThat(ledger.faults()).singleElement().asString().contains("ns too early");
  }

  @Test
  void aSeriesThatRunsBeforeItsPeriodIsOverIsFound() {
    TimedTask task = task(Timing.WITH_FIXED_DELAY, Deed.NOTHING, 0);
    task.run();
    assertThat(ledger.faults()).isEmpty();
    task.run();
    assertThat(ledger.faults()).singleElement().asString().contains("ns too early");
  }

  @Test
  void oneThatRunsTwiceIsFound() {
    TimedTask task = task(Timing.ONCE, Deed.NOTHING, 0);
    task.run();
    task.run();
    assertThat(ledger.faults()).singleElement().asString().contains("ran twice");
  }

  @Test
  void oneThatRunsAfterItThrewOrAfterTheEndIsFound() {
    TimedTask task =
        new TimedTask(
            Timing.AT_FIXED_RATE, new TortureWork(7, Deed.THROW_EXCEPTION, 0, submitter), 0, 0, 1);
    assertThatThrownBy(task::run).hasMessageContaining("on purpose");
    ledger.ended = true;
    assertThatThrownBy(task::run).hasMessageContaining("on purpose");
    assertThat(ledger.faults())
        .satisfiesExactly(
            first -> assertThat(first).contains("after a run that threw"),
            second -> assertThat(second).contains("after the end"));
  }

  @Test
  void oneWithAnotherContextIsFound() {
    TortureContext.become(5);
    TimedTask task = task(Timing.ONCE, Deed.NOTHING, 0);
    TortureContext.become(TortureContext.NONE);
    task.run();
    assertThat(ledger.faults()).singleElement().asString().contains("saw the context 0");
  }

  @Test
  void oneThatIsForgottenOrCancelledWithoutAReasonIsFound() {
    TimedTask task = due(Timing.ONCE);
    new TimedCheck(ledger).run();
    assertThat(ledger.faults())
        .singleElement()
        .asString()
        .contains("neither ran nor was cancelled");
    Future<?> its = task.future;
    assertThat(its != null && its.cancel(false)).isTrue();
    new TimedCheck(ledger).run();
    assertThat(ledger.faults().get(1)).contains("was cancelled without a reason");
  }
}
