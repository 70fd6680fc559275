package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.policy.Limits;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Phase;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.workload.Arrivals;
import dev.flyball.sim.workload.TimeDistribution;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bench and the recursion agree on every nanosecond, whatever arrives and however it varies.
 */
final class FifoPropertyTest {

  private static final long LENGTH_NANOS = 20_000_000_000L;

  @Test
  void theBenchKeepsTheScheduleOfTheRecursion() {
    Seeds.forAll(300, FifoPropertyTest::compare);
  }

  private static void compare(Dice dice) {
    int workers = 1 + dice.below(12);
    Pool pool = pool(dice, workers);
    Scenario scenario =
        new Scenario(
            "fifo",
            "a pool of tasks that only wait",
            "a schedule that is not first come first served",
            LENGTH_NANOS,
            1,
            Host.ofCores(1),
            List.of(),
            List.of(pool),
            List.of());
    long runSeed = dice.nextLong();
    PoolOutcome run =
        VirtualBench.run(scenario, runSeed, Contender.fixed("fixed", workers)).pools().get(0);
    FifoRecursion truth = FifoRecursion.of(pool, workers, LENGTH_NANOS, runSeed);
    assertThat(run.unfinished()).isZero();
    assertThat(run.whole().flow().completed()).isEqualTo(truth.completed);
    assertThat(run.whole().flow().failed()).isEqualTo(truth.failed);
    assertThat(run.whole().flow().rejected()).isEqualTo(truth.rejected);
    assertThat(run.whole().times().waitNanosSum()).isEqualTo(truth.waitNanosSum);
    assertThat(run.whole().times().serviceNanosSum()).isEqualTo(truth.serviceNanosSum);
    assertThat(run.whole().times().responseNanosSum()).isEqualTo(truth.responseNanosSum);
    assertThat(run.whole().window().endNanos()).isEqualTo(truth.endNanos);
    assertThat(run.inSystemNanos()).isEqualTo(truth.responseNanosSum);
  }

  private static Pool pool(Dice dice, int workers) {
    double rate = 20 + 80 * dice.nextDouble();
    double load = 0.3 + 0.9 * dice.nextDouble();
    long meanNanos = (long) (1e9 * workers * load / rate);
    return new Pool(
        "pool",
        List.of(new Phase(0, new Source.Open(arrivals(dice, rate)))),
        List.of(
            kind("one", 0.3, new Step.Wait(RandomScenario.distribution(dice, meanNanos))),
            kind(
                "two",
                0.7,
                new Step.Wait(RandomScenario.distribution(dice, meanNanos / 2)),
                new Step.Wait(new TimeDistribution.Constant(meanNanos / 2)))),
        workers,
        Limits.of(1, workers),
        dice.below(2) == 0 ? Integer.MAX_VALUE : dice.below(20),
        1 + (long) dice.nextExponential(50_000_000),
        0,
        1_000_000_000);
  }

  private static Kind kind(String name, double share, Step... steps) {
    return new Kind(name, share, List.of(steps), 0.1);
  }

  private static Arrivals arrivals(Dice dice, double rate) {
    return switch (dice.below(4)) {
      case 0 -> Arrivals.constant(rate);
      case 1 -> Arrivals.sine(rate, dice.nextDouble(), Duration.ofSeconds(5));
      case 2 -> Arrivals.bursts(rate / 2, 2 * rate, Duration.ofSeconds(2), Duration.ofMillis(500));
      default -> Arrivals.poisson(rate);
    };
  }
}
