package dev.flyball.sim.race.shedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.Verdict.Answer;
import dev.flyball.sim.PoolCounts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The published rules that shed by class, asked one by one. */
class ClassSheddingTest {

  private static final long MILLI = 1_000_000;
  private static final long PATIENCE = 1000 * MILLI;

  /** Counts as a test sets them. */
  private static final class Counts implements PoolCounts {
    private int critical;
    private int low;
    private int running;
    private long started;
    private long waitedNanos;

    @Override
    public int inFlight(Importance importance) {
      return switch (importance) {
        case CRITICAL -> critical;
        case LOW -> low;
        default -> 0;
      };
    }

    @Override
    public int running() {
      return running;
    }

    @Override
    public long started() {
      return started;
    }

    @Override
    public long waitedNanos() {
      return waitedNanos;
    }
  }

  private final Counts counts = new Counts();
  private long now;

  private static PoolState state(long nowNanos, int workers, int waiting) {
    return new PoolState(
        nowNanos, workers, false, waiting, 1000, 0, 0, 0, 0, 0, 0, 1, Optional.empty());
  }

  /** A task each millisecond, every second one critical; how many of both get in. */
  private Flow flow(Admission rule, int tasks, int waiting) {
    Flow flow = new Flow(rule, 0, 0);
    for (int i = 0; i < tasks; i++) {
      now += MILLI;
      Importance importance = i % 2 == 0 ? Importance.CRITICAL : Importance.LOW;
      var verdict =
          flow.rule.arriving(
              new Arrival("", importance, "", now, now + PATIENCE), state(now, 10, waiting));
      boolean in = verdict.answer() == Answer.IN;
      flow =
          new Flow(
              verdict.next(),
              flow.critical + (in && importance == Importance.CRITICAL ? 1 : 0),
              flow.low + (in && importance == Importance.LOW ? 1 : 0));
    }
    return flow;
  }

  private record Flow(Admission rule, int critical, int low) {}

  @Test
  void dagorLetsInATwentiethLessAfterEachWindowWithAWait() {
    Admission rule = Dagor.of(Dagor.Settings.published(), counts);
    assertThat(rule.importantFirst()).isFalse();
    double expected = 1000;
    Flow flow = flow(rule, 999, 5);
    assertThat(flow.critical + flow.low).isEqualTo(999);
    for (int window = 0; window < 11; window++) {
      counts.started += 500;
      counts.waitedNanos += 500 * 21 * MILLI;
      flow = flow(flow.rule, 1000, 5);
      expected *= 0.95;
      assertThat(flow.critical + flow.low)
          .isBetween((int) (expected * 0.9), (int) (expected * 1.1));
      assertThat(flow.critical).isEqualTo(500);
    }
  }

  @Test
  void dagorLetsInAHundredthMoreAfterEachWindowWithoutOne() {
    Flow flow = flow(Dagor.of(Dagor.Settings.published(), counts), 999, 5);
    for (int window = 0; window < 10; window++) {
      counts.started += 500;
      counts.waitedNanos += 500 * 21 * MILLI;
      flow = flow(flow.rule, 1000, 5);
    }
    int before = flow.critical + flow.low;
    for (int window = 0; window < 5; window++) {
      counts.started += 500;
      counts.waitedNanos += 500 * 19 * MILLI;
      flow = flow(flow.rule, 1000, 5);
    }
    assertThat(flow.critical + flow.low).isBetween(before + 20, before + 120);
  }

  @Test
  void aWindowOfDagorEndsWithItsTasksToo() {
    Dagor.Settings settings = new Dagor.Settings(PATIENCE, 100, 20 * MILLI, 0.5, 0.01);
    Flow flow = flow(Dagor.of(settings, counts), 100, 5);
    counts.started = 50;
    counts.waitedNanos = 50 * 30 * MILLI;
    flow = flow(flow.rule, 100, 5);
    assertThat(flow.critical).isEqualTo(50);
    assertThat(flow.low).isLessThan(10);
  }

  @Test
  void cinnamonRejectsNothingBeforeTheQueueHasStoodForTenSeconds() {
    Flow flow = flow(Cinnamon.of(Cinnamon.Settings.published(), counts), 9_999, 5);
    assertThat(flow.low).isEqualTo(4999);
    counts.running = 10;
    counts.started = 250;
    flow = flow(flow.rule, 500, 5); // in which the controller finds 500 in and 250 out
    counts.started += 250;
    flow = flow(flow.rule, 500, 5);
    assertThat(flow.critical).isEqualTo(250);
    assertThat(flow.low).isBetween(100, 200);
  }

  @Test
  void cinnamonTurnsAwayWhatHasWaitedForAThirdOfItsTime() {
    Admission rule = Cinnamon.of(Cinnamon.Settings.published(), counts);
    Arrival task = new Arrival("", Importance.LOW, "", 0, 900 * MILLI);
    assertThat(rule.starting(task, state(299 * MILLI, 10, 5)).answer()).isEqualTo(Answer.IN);
    assertThat(rule.starting(task, state(301 * MILLI, 10, 5)).answer()).isEqualTo(Answer.OUT);
  }

  @Test
  void aPartitionIsGuaranteedItsPartOnceTheLimitIsReached() {
    Admission rule = new PartitionedLimit(List.of(0.5, 0.0, 0.0, 0.0), counts);
    counts.critical = 5;
    counts.low = 4;
    assertThat(ask(rule, Importance.CRITICAL)).isEqualTo(Answer.IN);
    assertThat(ask(rule, Importance.LOW)).isEqualTo(Answer.IN);
    counts.low = 5;
    assertThat(ask(rule, Importance.CRITICAL)).isEqualTo(Answer.OUT);
    assertThat(ask(rule, Importance.LOW)).isEqualTo(Answer.OUT);
    assertThat(ask(rule, Importance.HIGH)).isEqualTo(Answer.IN); // at least one place
    counts.critical = 4;
    counts.low = 6;
    assertThat(ask(rule, Importance.CRITICAL)).isEqualTo(Answer.IN);
  }

  private Answer ask(Admission rule, Importance importance) {
    return rule.arriving(new Arrival("", importance, "", 0, PATIENCE), state(0, 10, 0)).answer();
  }

  @Test
  void theCubicThrottleClosesSlowlyAndThenAtOnce() {
    Admission rule = new CubicThrottle(0.6, 1, counts);
    assertThat(openOf100(rule, 6)).isEqualTo(100);
    assertThat(openOf100(rule, 8)).isBetween(80, 95); // 1 - 0.5^3
    assertThat(openOf100(rule, 9)).isBetween(48, 68); // 1 - 0.75^3
    assertThat(openOf100(rule, 10)).isZero();
  }

  private int openOf100(Admission rule, int inFlight) {
    counts.critical = inFlight;
    int open = 0;
    for (int i = 0; i < 100; i++) {
      Arrival task =
          new Arrival("", Importance.values()[i % 4], "", i * MILLI, i * MILLI + PATIENCE);
      open += rule.arriving(task, state(i * MILLI, 10, 0)).answer() == Answer.IN ? 1 : 0;
    }
    return open;
  }
}
