package dev.flyball.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.torture.RoundPlan.AfterShutdown;
import dev.flyball.lab.torture.RoundPlan.Ending;
import dev.flyball.lab.torture.RoundPlan.Pace;
import dev.flyball.lab.torture.RoundPlan.Refusing;
import dev.flyball.lab.torture.RoundPlan.Starts;
import dev.flyball.lab.torture.Torture.QuietLog;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.pool.Rejection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the torture finds in sound pools and limiters, nothing, and in others, their faults. */
@Timeout(120)
class TortureTest {

  /** Nothing out of the ordinary: a plan in which a single fault cannot hide. */
  static RoundPlan plain(long seed, int tasks, boolean decorated) {
    return new RoundPlan(
        seed,
        2,
        4,
        Integer.MAX_VALUE,
        Refusing.ABORT,
        false,
        0,
        300,
        true,
        false,
        Starts.NEVER_FAIL,
        false,
        false,
        false,
        false,
        false,
        2,
        tasks,
        Pace.AT_ONCE,
        Ending.SHUTDOWN,
        false,
        false,
        Optional.empty(),
        decorated,
        Optional.of(new AfterShutdown(true, false)));
  }

  @Test
  void soundPoolsAndLimitersHaveNoFault() {
    AtomicLong told = new AtomicLong();
    TortureReport report =
        Torture.ofAll(Long.getLong("seed", 1L), Duration.ofSeconds(4), OptionalLong.empty())
            .run(soFar -> told.set(soFar.rounds()));
    assertThat(report.failure()).isEmpty();
    assertThat(report.complete()).isTrue();
    assertThat(report.rounds()).isPositive().isEqualTo(told.get());
    assertThat(report.of(Counted.RAN)).isPositive().isLessThanOrEqualTo(report.of(Counted.TASKS));
  }

  @ParameterizedTest
  @EnumSource(FaultyTarget.Fault.class)
  void eachFaultIsFound(FaultyTarget.Fault fault) throws Exception {
    QuietLog log = new QuietLog();
    RoundPlan plan = plain(1, 200, false);
    TaskLedger result = Round.run("faulty-" + fault, plan, FaultyTarget.that(fault), log);
    log.close();
    String signature =
        switch (fault) {
          case LOSES -> "lost, where at most 0 might be dropped";
          case DOUBLES -> "ran 2 times";
          case INTERRUPTS -> "was interrupted by nobody";
          case RUNS_ITSELF_AND_IS_NOT_COUNTED, SWALLOWS_WHAT_IS_THROWN -> "must be";
          case ANSWERS_WITH_A_DEFECT -> "could not be handed in";
        };
    assertThat(result.faults()).anySatisfy(found -> assertThat(found).contains(signature));
  }

  @Test
  void aTaskWithoutTheContextOfItsSubmitterIsFound() throws Exception {
    QuietLog log = new QuietLog();
    UnaryOperator<TortureTarget> undecorated =
        FaultyTarget.that(FaultyTarget.Fault.RUNS_ITSELF_AND_IS_NOT_COUNTED);
    TaskLedger result = Round.run("undecorated", plain(1, 200, true), undecorated, log);
    log.close();
    assertThat(result.faults()).isNotEmpty();
    assertThat(result.faults()).allSatisfy(found -> assertThat(found).contains("saw the context"));
  }

  @Test
  void tasksThatRunBesideThoseThatMayAreFound() throws Exception {
    RoundPlan plan = plain(1, 10, false);
    TaskLedger ledger = new TaskLedger(plan);
    for (int i = 0; i <= plan.sizeMax(); i++) {
      ledger.begins();
    }
    TortureTarget ended = TortureTarget.of("crowded", ledger, Thread::new, Rejection.abort());
    ended.executor().shutdown();
    assertThat(ended.executor().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    new InvariantCheck(ledger, ended, 0).run();
    assertThat(ledger.faults()).containsExactly("5 tasks at once, where at most 4 might run");
  }

  @Test
  void aFaultEndsTheTortureAndSaysWhereItWas() {
    TortureReport report =
        new Torture(
                5,
                Duration.ofMinutes(1),
                OptionalLong.of(3),
                FaultyTarget.that(FaultyTarget.Fault.ANSWERS_WITH_A_DEFECT))
            .run(soFar -> {});
    assertThat(report.failure()).isPresent();
    assertThat(report.failure().orElseThrow().round()).isEqualTo(3);
    assertThat(report.figures().json()).contains("\"failed\": true", "NullPointerException");
  }

  @Test
  void anInterruptEndsItAndStays() {
    Thread.currentThread().interrupt();
    TortureReport report =
        Torture.ofAll(1, Duration.ofMinutes(1), OptionalLong.empty()).run(soFar -> {});
    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.complete()).isFalse();
    assertThat(report.failure()).isEmpty();
  }

  @Test
  void aSeedIsOnePlanWhateverTheMachineHas() {
    for (long seed = 0; seed < 200; seed++) {
      RoundPlan with = RoundPlan.of(seed, true);
      RoundPlan without = RoundPlan.of(seed, false);
      assertThat(without.virtual()).isFalse();
      assertThat(List.of(with.tasksEach(), with.ending(), with.refusing(), with.workers()))
          .isEqualTo(
              List.of(
                  without.tasksEach(), without.ending(), without.refusing(), without.workers()));
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Torture.ofAll(1, Duration.ZERO, OptionalLong.empty()))
        .hasMessage("time must be positive but was PT0S");
    assertThatThrownBy(() -> Torture.ofAll(1, Duration.ofSeconds(1), OptionalLong.of(0)))
        .hasMessage("round must be at least 1 but was 0");
  }
}
