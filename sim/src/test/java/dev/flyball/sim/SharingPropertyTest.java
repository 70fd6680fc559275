package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.sim.scenario.Behind;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Kind.Step;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import dev.flyball.sim.workload.Arrivals;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Where tasks share, the bench agrees with the recursion to a few nanoseconds per task. */
final class SharingPropertyTest {

  private static final long SECONDS = 10;
  private static final double RATE = 100;
  private static final double SLACK_NANOS =
      20; // moments are whole, and in a crowd each one is late for all
  private static final int WORKERS = 5000;

  @Test
  void processorsAreSharedAsTheRecursionSays() {
    Seeds.forAll(
        100,
        dice -> {
          double cores = 0.5 + dice.below(8) * 0.5;
          double neighbours = dice.below(2) * 0.4 * cores;
          double left = cores - neighbours;
          Host host =
              new Host(cores, neighbours, dice.below(3) * 20_000L, 1_000_000, Long.MAX_VALUE, 1);
          long meanNanos = (long) (left / RATE * 1e9 * (0.3 + 0.8 * dice.nextDouble()));
          Kind kind = Kind.only("kind", new Step.Cpu(RandomScenario.distribution(dice, meanNanos)));
          double working = 1e6 / (1e6 + host.switchNanos());
          compare(
              dice,
              on(host, pool(kind).scenario()),
              n -> Math.min(1, left / n) * (n > Math.max(1, left) ? working : 1));
        });
  }

  @Test
  void whatCollapsesIsSharedAsTheRecursionSays() {
    Seeds.forAll(
        100,
        dice -> {
          Behind.Collapse law =
              Behind.Collapse.peakingAt(
                  "behind", 2 + dice.below(30), dice.nextDouble() * 0.2, 2 + dice.below(5));
          long meanNanos = (long) (1e7 * (0.5 + dice.nextDouble()));
          Kind kind =
              Kind.only(
                  "kind", new Step.Call("behind", RandomScenario.distribution(dice, meanNanos)));
          compare(dice, pool(kind).behind(law).scenario(), law::speed);
        });
  }

  private static PoolScenario pool(Kind kind) {
    return PoolScenario.of(new Source.Open(Arrivals.poisson(RATE)), kind, WORKERS, SECONDS);
  }

  private static Scenario on(Host host, Scenario plain) {
    return new Scenario(
        plain.name(),
        plain.models(),
        plain.catches(),
        plain.lengthNanos(),
        plain.seed(),
        host,
        plain.behind(),
        plain.pools(),
        plain.changes());
  }

  private static void compare(Dice dice, Scenario scenario, SharingRecursion.Speed speed) {
    long runSeed = dice.nextLong();
    Outcome run = VirtualBench.run(scenario, runSeed, Contender.fixed("fixed", WORKERS));
    PoolOutcome pool = run.pools().get(0);
    if (pool.unfinished() > 0) {
      return; // what collapsed for good has no end to compare
    }
    double truth = responseNanosSum(scenario, runSeed, speed);
    assertThat((double) pool.whole().times().responseNanosSum())
        .isCloseTo(truth, within(SLACK_NANOS * run.offered()));
  }

  private static double responseNanosSum(
      Scenario scenario, long runSeed, SharingRecursion.Speed speed) {
    SharingRecursion recursion = new SharingRecursion(speed);
    TaskDice dice = new TaskDice(scenario.pools().get(0), Streams.tasks(runSeed, 0));
    LongSupplier arrivals = Arrivals.poisson(RATE).times(Streams.arrivals(runSeed, 0, 0));
    long[] times = new long[1];
    for (long at = arrivals.getAsLong(); at < scenario.lengthNanos(); at = arrivals.getAsLong()) {
      dice.drawTimes(dice.nextKind(), times, 0);
      recursion.arrive(at, times[0]);
    }
    return recursion.finish();
  }
}
