package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import dev.flyball.policy.guard.Recall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recognising a workload, and beginning from what was found for it. */
class RecallTest {

  private static final String CLIMB = "wave-climb(min-throughput=0,average=4";
  private static final int VISIT = 600;

  /** A workload: its clients, and a curve with its top at the optimum. */
  private record Load(double clients, int optimum) {
    double throughput(double size) {
      DoubleUnaryOperator curve = CurvePlant.RISING_THEN_FALLING::linear;
      return curve.applyAsDouble(size * 24 / optimum);
    }

    Observation seen(int window, int size, double factor) {
      long tasks = Math.round(2 * throughput(size) * factor);
      double busy = Math.min(size, clients);
      return Seen.idle()
          .at(2.0 * window, 2)
          .workers(size)
          .busy(busy)
          .queue(clients - busy, (long) (clients - busy))
          .flow(tasks, tasks, tasks)
          .service(2 * busy)
          .waits(2 * (clients - busy))
          .build();
    }
  }

  private static final Load FEW = new Load(200, 24);
  private static final Load MANY = new Load(600, 96);

  private static Load at(int window) {
    return window / VISIT % 2 == 0 ? FEW : MANY;
  }

  private static Life turns(SizingPolicy policy, double noise, int from, int visits, int start) {
    Dice dice = new Dice(7);
    return Life.of(
        policy,
        start,
        visits * VISIT,
        (window, size) ->
            at(from + window)
                .seen(from + window, size, Math.max(0.1, 1 + noise * dice.nextNormal())));
  }

  /** The windows of a visit until one that has 95 % of the best throughput. */
  private static int windowsUntilGood(Life life, int visit, int start) {
    for (int window = 0; window < VISIT; window++) {
      int now = visit * VISIT + window;
      int size = now == 0 ? start : life.sizes().get(now - 1);
      if (at(now).throughput(size) >= 0.95 * 6000) {
        return window + 1;
      }
    }
    return VISIT;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.1})
  void theSecondVisitIsGoodWithinThreeWindows(double noise) {
    Life with = turns(Policies.parse(CLIMB + ",recall=true)"), noise, 0, 4, 10);
    Life without = turns(Policies.parse(CLIMB + ")"), noise, 0, 4, 10);
    for (int visit = 2; visit <= 3; visit++) {
      assertThat(windowsUntilGood(with, visit, 10)).as("visit %d", visit).isLessThanOrEqualTo(3);
      if (noise == 0) {
        assertThat(windowsUntilGood(without, visit, 10)).as("visit %d", visit).isGreaterThan(20);
      }
    }
    assertThat(with.saying("workload known")).isEqualTo(2);
    String why = with.advices().get(2 * VISIT + 1).why();
    assertThat(why).startsWith("workload known (distance 0.").endsWith("were best for it");
  }

  @Test
  void afterARestartTheFirstWindowSuffices() {
    SizingPolicy learned = turns(Policies.parse(CLIMB + ",recall=true)"), 0, 0, 2, 10).last();
    SizingPolicy back = PolicyText.read(PolicyText.write(learned));
    // The clock of the new process has another origin, and the pool its size from the start again.
    Advice first = back.advise(FEW.seen(-1_000_000, 10, 1));
    assertThat(first.workers()).isCloseTo(24, within(4));
    Advice other = back.advise(MANY.seen(-1_000_000, 10, 1));
    assertThat(other.workers()).isCloseTo(96, within(16));
  }

  @Test
  void aRestartOfThreeWindowsIsARestartToo() {
    SizingPolicy learned = turns(Policies.parse(CLIMB + ",recall=true)"), 0, 0, 2, 10).last();
    // The clock of the machine went on, and the pool has its size from the start again.
    Advice first = learned.advise(MANY.seen(2 * VISIT + 3, 10, 1));
    assertThat(first.workers()).isCloseTo(96, within(16));
  }

  @Test
  void aWorkloadThatIsNotKnownIsLeftToThePolicy() {
    SizingPolicy learned = turns(Policies.parse(CLIMB + ",recall=true)"), 0, 0, 2, 10).last();
    Load strange = new Load(20_000, 400);
    Life life =
        Life.of(learned, 96, 50, (window, size) -> strange.seen(2 * VISIT + window, size, 1));
    assertThat(life.saying("workload known")).isZero();
  }

  @Test
  void remembersAtMost32Workloads() {
    SizingPolicy policy = Policies.parse("fixed(workers=7,recall=true)");
    for (int load = 0; load < 40; load++) {
      Seen one = Seen.steady(10, 1).workers(7).cores(StrictMath.pow(2.2, load));
      for (int window = 0; window < 20; window++) {
        policy = policy.advise(one.at(load * 20 + window, 1).build()).next();
      }
    }
    assertThat(((Recall) policy).remembered()).hasSize(32);
  }

  @Test
  void aTrialThatFailsForgetsNoWorkloadThoughTheMemoryIsFull() {
    SizingPolicy policy = Policies.parse("fixed(workers=7,recall=true)");
    for (int load = 0; load < 40; load++) {
      Seen one = Seen.steady(10, 1).workers(7).cores(StrictMath.pow(2.2, load));
      for (int window = 0; window < 20; window++) {
        policy = policy.advise(one.at(load * 20 + window, 1).build()).next();
      }
    }
    double cores = StrictMath.pow(2.2, 20);
    Seen back = Seen.steady(10, 1).workers(70).cores(cores);
    Seen other = Seen.steady(100, 1).workers(7).cores(cores);
    List<String> reasons = new ArrayList<>();
    for (int window = 0; window < 4; window++) {
      Advice advice = policy.advise((window < 2 ? back : other).at(800 + window, 1).build());
      reasons.add(advice.why());
      policy = advice.next();
    }
    assertThat(reasons.get(1)).startsWith("workload known");
    assertThat(reasons.get(3)).startsWith("another workload after all");
    assertThat(((Recall) policy).remembered())
        .hasSize(32)
        .anyMatch(known -> known.profile().cores() == cores);
  }

  @Test
  void aSizeIsFoundWhenItWasHeldForTenWindows() {
    SizingPolicy policy = Policies.parse("fixed(workers=7,recall=true)");
    for (int window = 0; window < 10; window++) {
      policy = policy.advise(FEW.seen(window, 7, 1)).next();
    }
    assertThat(((Recall) policy).remembered()).isEmpty();
    policy = policy.advise(FEW.seen(10, 7, 1)).next();
    assertThat(((Recall) policy).remembered()).hasSize(1);
    assertThat(((Recall) policy).remembered().get(0).size()).isEqualTo(7);
  }
}
