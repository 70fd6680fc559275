package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.control.Backlog;
import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.control.ScriptedTarget;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that says what a resize costs is resized as rarely as that asks. */
@Timeout(300)
class GovernorResizeCostTest {

  private static final ResizeCost SIXTY = new ResizeCost(Duration.ofSeconds(60), Duration.ZERO);

  private final ScriptedTarget plant = new ScriptedTarget();
  private final List<Decision> heard = new ArrayList<>();

  private Governor governor(SizingPolicy policy) {
    plant.workers = 20;
    plant.cost = SIXTY;
    Governor governor = Governor.of("plant", plant, policy).clock(() -> plant.nowNanos).build();
    governor.addListener(heard::add);
    return governor;
  }

  /** Advises one size after the other. */
  private record Script(List<Integer> sizes) implements SizingPolicy {
    static Script of(Integer... sizes) {
      return new Script(List.of(sizes));
    }

    @Override
    public Advice advise(Observation seen) {
      return new Advice(sizes.get(0), "said", new Script(sizes.subList(1, sizes.size())));
    }
  }

  private void staysForFiveSteps(Governor governor) {
    for (int step = 0; step < 5; step++) {
      governor.step();
      assertThat(plant.workers).isEqualTo(20);
    }
  }

  private static int stepsUntilChanged(Governor governor, Resizable target) {
    for (int step = 1; step <= 1000; step++) {
      governor.step();
      if (governor.journal().changes() > 0) {
        return step;
      }
    }
    throw new AssertionError("was never resized: " + target);
  }

  @ParameterizedTest
  @CsvSource({
    // advised, tasks that wait, seconds until it is made
    "26, 0,  10",
    "14, 0,  10",
    "50, 0,  2",
    "80, 0,  1",
    "21, 0,  60",
    "26, 5,  10",
    "26, 30, 2",
    "14, 30, 2",
  })
  void isResizedWhenKeepingTheSizeHasCostAsMuch(int advised, double queued, int seconds) {
    Governor governor = governor(new FixedSize(advised));
    plant.queued = queued;
    assertThat(stepsUntilChanged(governor, plant)).isEqualTo(seconds);
    assertThat(plant.workers).isEqualTo(advised);
  }

  @Test
  void aCostForEachWorkerGrowsWithTheStep() {
    Governor governor = governor(new FixedSize(30));
    plant.cost = new ResizeCost(Duration.ofSeconds(10), Duration.ofMillis(2500));
    assertThat(stepsUntilChanged(governor, plant))
        .as("10 + 10 * 2.5 = 35, 10 a second")
        .isEqualTo(4);
  }

  @Test
  void whatWaitsIsToldWithItsFigures() {
    Governor governor = governor(new FixedSize(26));
    governor.step();
    governor.step();
    Decision second = heard.get(1);
    assertThat(second.cause()).isEqualTo(Cause.POLICY);
    assertThat(second.advised()).hasValue(26);
    assertThat(second.changed()).isFalse();
    assertThat(second.why())
        .isEqualTo(
            "fixed at 26; resize to 26 postponed: keeping 20 has cost 12.0 of its 60.0"
                + " worker-seconds");
    assertThat(governor.lastAdvice().orElseThrow().why()).isEqualTo("fixed at 26");
  }

  @Test
  void anAdviceThatEqualsTheSizeBeginsAnewWhileNoTaskWaits() {
    Governor governor = governor(Script.of(40, 40, 20, 40, 40, 40));
    staysForFiveSteps(governor);
    governor.step();
    assertThat(plant.workers).isEqualTo(40);
  }

  @Test
  void tasksThatWaitCountWhateverIsAdvisedMeanwhile() {
    Governor governor = governor(Script.of(40, 20, 10, 20, 20, 21));
    plant.queued = 15;
    staysForFiveSteps(governor);
    plant.queued = 0;
    governor.step();
    assertThat(plant.workers).as("none waits any more").isEqualTo(20);
  }

  @Test
  void anAdviceToTheOtherSideBeginsAnew() {
    Governor governor = governor(Script.of(40, 40, 10, 40, 40, 70));
    staysForFiveSteps(governor);
    governor.step();
    assertThat(plant.workers).isEqualTo(70);
  }

  @Test
  void theHandAndTheLimitsAreAtOnce() {
    Governor governor = governor(new FixedSize(26));
    governor.step();
    governor.pin(7);
    assertThat(plant.workers).isEqualTo(7);
    governor.override(8);
    assertThat(plant.workers).isEqualTo(8);
    governor.govern();
    governor.limits(Limits.of(9, 12));
    assertThat(plant.workers).isEqualTo(9);
    governor.step();
    assertThat(plant.workers).as("advised 12 and postponed").isEqualTo(9);
    plant.workers = 30;
    governor.step();
    assertThat(plant.workers).as("set by others, outside of the limits").isEqualTo(12);
  }

  @Test
  void whoDecidesAnewBeginsAnew() {
    Governor governor = governor(new FixedSize(60));
    governor.step();
    governor.policy(new FixedSize(60));
    governor.step();
    assertThat(plant.workers).isEqualTo(20);
    governor.adviseOnly();
    governor.step();
    governor.govern();
    governor.step();
    assertThat(plant.workers).isEqualTo(20);
    governor.limits(Limits.of(1, 100));
    governor.step();
    assertThat(plant.workers).as("limits that allow the size change nothing").isEqualTo(60);
  }

  @Test
  void aResizeThatFailsIsTriedAgainAtOnce() {
    Governor governor = governor(new FixedSize(80));
    plant.stuck = true;
    governor.step();
    assertThat(heard.get(0).cause()).isEqualTo(Cause.TARGET_FAILED);
    plant.stuck = false;
    governor.step();
    assertThat(plant.workers).isEqualTo(80);
  }

  @Test
  void aLongWindowBeforeTheFirstAdviceCountsForOnePeriod() {
    Governor governor =
        Governor.of("plant", plant, new FixedSize(26))
            .clock(() -> plant.nowNanos)
            .period(Duration.ofMillis(500))
            .build();
    plant.workers = 20;
    plant.cost = new ResizeCost(Duration.ofSeconds(4), Duration.ZERO);
    governor.step();
    assertThat(plant.workers).as("3 of 4 worker-seconds").isEqualTo(20);
    governor.step();
    assertThat(plant.workers).as("9 of 4").isEqualTo(26);
  }

  @Test
  void aCostIsNotNegative() {
    assertThatThrownBy(() -> new ResizeCost(Duration.ofSeconds(-1), Duration.ZERO))
        .hasMessage("perResize must not be negative but was PT-1S");
    assertThatThrownBy(() -> new ResizeCost(Duration.ZERO, Duration.ofSeconds(-1)))
        .hasMessage("perWorker must not be negative but was PT-1S");
  }

  // ---- Under load

  /** So many tasks a window on average, independent of each other. */
  private static IntUnaryOperator noisy(double mean) {
    Random random = new Random(1);
    return window -> {
      double product = random.nextDouble();
      int count = 0;
      while (product > StrictMath.exp(-mean)) {
        product *= random.nextDouble();
        count++;
      }
      return count;
    };
  }

  /** What stands behind bears so many tasks at a time; with more at a time none ends sooner. */
  private static IntBinaryOperator bears(int slots) {
    return (window, running) -> Math.min(slots, running);
  }

  private static Governor governing(Backlog backlog, SizingPolicy policy) {
    return Governor.of("backlog", backlog, policy)
        .clock(() -> backlog.window * 100_000_000L)
        .build();
  }

  private static Backlog lived(
      SizingPolicy policy,
      IntUnaryOperator arrivals,
      IntBinaryOperator ends,
      ResizeCost cost,
      int windows) {
    Backlog backlog = new Backlog(20, arrivals, ends, cost);
    Governor governor = governing(backlog, policy);
    for (int window = 0; window < windows; window++) {
      governor.step();
    }
    return backlog;
  }

  @ParameterizedTest
  @ValueSource(strings = {"flyball", "littles-law"})
  void whereAResizeIsFreeAllIsAsIfNobodyHadAsked(String specification) {
    Backlog byHand = new Backlog(20, noisy(10), bears(12), ResizeCost.FREE);
    Backlog governed = new Backlog(20, noisy(10), bears(12), ResizeCost.FREE);
    Governor governor = governing(governed, Policies.parse(specification));
    SizingPolicy policy = Policies.parse(specification);
    for (int window = 0; window < 1000; window++) {
      Observation seen = byHand.observe();
      int from = seen.size().workersTarget();
      Advice advice = policy.advise(seen);
      policy = advice.next();
      if (advice.workers() != from) {
        byHand.resize(advice.workers());
      }
      governor.step();
      List<Decision> decisions = governor.journal().decisions();
      Decision decision = decisions.get(decisions.size() - 1);
      assertThat(decision.seen()).hasValue(seen);
      assertThat(decision.from()).isEqualTo(from);
      assertThat(decision.to()).isEqualTo(advice.workers());
      assertThat(decision.why()).isEqualTo(advice.why());
    }
    assertThat(governed.resizes).isEqualTo(byHand.resizes).isPositive();
    assertThat(governor.policy()).isEqualTo(policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flyball", "littles-law"})
  void underANoisyLoadIsResizedFarMoreRarely(String specification) {
    SizingPolicy policy = Policies.parse(specification);
    Backlog free = lived(policy, noisy(10), bears(1000), ResizeCost.FREE, 6000);
    Backlog costly = lived(policy, noisy(10), bears(1000), SIXTY, 6000);
    assertThat(costly.resizes).isLessThan(free.resizes / 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flyball", "littles-law"})
  void aLastingStepIsFollowedWithinTheTimeOfTheFormula(String specification) {
    Backlog backlog = new Backlog(20, window -> window < 300 ? 10 : 60, bears(1000), SIXTY);
    Governor governor = governing(backlog, Policies.parse(specification));
    int behind = 0;
    for (int window = 0; window < 600; window++) {
      governor.step();
      behind += window > 300 && backlog.workers < 60 ? 1 : 0;
    }
    // 40, 80, 120, ... tasks wait: 4 + 8 + 12 + 16 + 20 are 60 worker-seconds after five windows,
    // and some more pass until the policy, which sees this, advises all that is needed.
    assertThat(behind).isLessThan(10);
    assertThat(backlog.workers).isGreaterThanOrEqualTo(60);
    assertThat(backlog.resizes).isLessThan(6);
  }

  @ParameterizedTest
  @CsvSource({
    // what stands behind bears, the cost in worker-seconds
    "8,  6",
    "8,  600",
    "8,  6000",
    "30, 60",
    "30, 6000",
  })
  void allResizesTogetherCostNoMoreThanKeepingSizesHas(int slots, int seconds) {
    ResizeCost cost = new ResizeCost(Duration.ofSeconds(seconds), Duration.ZERO);
    Backlog backlog =
        new Backlog(20, window -> slots + (window % 20 == 0 ? 2 : 0), bears(slots), cost);
    Governor governor = governing(backlog, Policies.standard());
    double[] off = new double[1];
    governor.addListener(
        decision -> off[0] += 0.1 * Math.abs(decision.advised().getAsInt() - decision.from()));
    for (int window = 0; window < 3000; window++) {
      governor.step();
    }
    assertThat(backlog.resizes).isPositive();
    assertThat((double) backlog.resizes * seconds).isLessThan(off[0] + backlog.waitedSeconds);
  }

  @ParameterizedTest
  @CsvSource({
    // the cost in worker-seconds, at most so many resizes, at most so many task-seconds waited
    "0,    40, 1000",
    "6,    15, 1000",
    "60,   16, 1000",
    "600,  25, 13000",
    "6000, 8,  40000",
  })
  void anExperimentIsMadeWhereWaitingHasCostAsMuch(int seconds, int resizesMax, int waitedMax) {
    // After 30 s tasks take four times as long, and only a trial can show that more would help.
    IntBinaryOperator ends = (window, running) -> window < 300 ? running : (running + 3) / 4;
    ResizeCost cost = new ResizeCost(Duration.ofSeconds(seconds), Duration.ZERO);
    Backlog backlog = lived(Policies.standard(), window -> 10, ends, cost, 3000);
    assertThat(backlog.resizes).isLessThan(resizesMax);
    assertThat(backlog.waitedSeconds).isLessThan(waitedMax);
    assertThat(backlog.workers).isBetween(40, 60);
  }
}
