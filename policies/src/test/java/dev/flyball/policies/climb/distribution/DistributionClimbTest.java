package dev.flyball.policies.climb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributionClimbTest {

  private static final double CYCLE = 1.5;

  private static Followed climb(int size) {
    return new Followed(Policies.parse("distribution-climb"), size);
  }

  private static Seen cycle(Followed climb, double perSecond) {
    return Followed.saturated(perSecond, CYCLE, climb.size()).cores(8).hostBusyCores(2);
  }

  private static DistributionClimb state(Followed climb) {
    return (DistributionClimb) climb.policy();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 4", "1, 2, 4", "1, 4, 8", "3, 8, 16", "16, 8, 16", "20, 8, 20"})
  void neverBelowTwoWorkersACore(int start, double cores, int size) {
    assertThat(climb(start).on(Seen.steady(1, 0.01).at(0, 0.1).cores(cores))).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "16, 16", "17, 34", "64, 128", "65, 260"})
  void aStepIsAWorkerACoreAndMoreOnLargeMachines(int cores, int step) {
    Followed climb = climb(1000);
    Seen hung = Seen.idle().at(0, CYCLE).busy(1000).queue(5, 5).cores(cores);
    assertThat(climb.on(hung)).isEqualTo(Math.max(1000, Math.min(1000 + step, 128 * cores)));
  }

  @Test
  void coinsDecideWhatIsNotKnownAndProbabilitiesWhatIs() {
    TreeSet<Integer> afterOneCycle = new TreeSet<>();
    for (int seed = 1; seed <= 40; seed++) {
      Followed climb = new Followed(Policies.parse("distribution-climb(seed=" + seed + ")"), 16);
      afterOneCycle.add(climb.on(cycle(climb, 800)));
    }
    assertThat(afterOneCycle).containsExactly(16, 24);
  }

  @Test
  void goesBackToWhereItWasMore() {
    Followed climb = climb(16);
    while (climb.size() == 16) {
      climb.on(cycle(climb, 1000));
    }
    assertThat(climb.on(cycle(climb, 300))).isEqualTo(16);
    assertThat(climb.why()).startsWith("300.0 tasks/s; grow ").endsWith(", shrink 1.00");
  }

  @Test
  void aHangIsAnsweredByAStepInEverySecondQuickCycle() {
    Followed climb = climb(16);
    Seen hung = Seen.idle().at(0, 0.75).busy(16).queue(50, 50).cores(8).hostBusyCores(1);
    assertThat(climb.on(hung)).as("half of the usual interval").isEqualTo(16);
    assertThat(climb.on(hung)).isEqualTo(24);
    assertThat(climb.why()).isEqualTo("nothing ended and 50 tasks wait: a step of 8 more");
    assertThat(climb.on(hung)).as("the size is new").isEqualTo(24);
    assertThat(climb.on(hung)).isEqualTo(32);
    assertThat(state(climb).hang()).isEqualTo(new Hang(3, 40, 0));
    Followed busy = climb(16);
    assertThat(busy.on(20, hung.hostBusyCores(8))).as("hung busy").isEqualTo(16);
  }

  @Test
  void theFloorOfAHangSinksSlowly() {
    Hang hang = Hang.at(40);
    for (int cycle = 0; cycle < 8; cycle++) {
      assertThat(hang.quick()).isEqualTo(cycle < 3);
      hang = hang.calm(40, 8);
    }
    assertThat(hang.floor()).isEqualTo(40);
    assertThat(hang.calm(40, 8).floor()).isEqualTo(32);
    assertThat(hang.calm(48, 8)).as("above it nothing is learned of it").isEqualTo(hang);
  }

  @Test
  void anEmptyQueueMakesItShrink() {
    Followed climb = climb(64);
    for (int cycle = 0; cycle < 200; cycle++) {
      climb.on(Seen.steady(300, 0.01).at(0, CYCLE).cores(8).hostBusyCores(1));
    }
    assertThat(climb.size()).isEqualTo(16);
  }

  @Test
  void neverFewerThanAreBusyWhereAskedFor() {
    Followed keeps = new Followed(Policies.parse("distribution-climb(keep-busy=true)"), 64);
    Followed sinks = climb(64);
    for (int cycle = 0; cycle < 200; cycle++) {
      keeps.on(cycle(keeps, 100_000.0 / keeps.size()));
      sinks.on(cycle(sinks, 100_000.0 / sinks.size()));
    }
    assertThat(keeps.size()).isGreaterThanOrEqualTo(64);
    assertThat(sinks.size()).isLessThan(64);
  }

  @Test
  void tenThroughputsThatChangedAfterAChangeOfSizeBeginAnew() {
    Followed climb = climb(16);
    String why = "";
    for (int cycle = 0; cycle < 2000 && !why.endsWith("begins anew"); cycle++) {
      Distribution known = state(climb).known().get(climb.size());
      double mean = known == null ? 1000 : known.mean();
      climb.on(cycle(climb, mean > 1000 ? mean / 3 : mean * 3));
      why = climb.why();
    }
    assertThat(why).isEqualTo("throughput changed 10 times after a change of size: begins anew");
    assertThat(state(climb).known()).isEmpty();
    assertThat(climb.size()).isBetween(16, 32);
  }

  @Test
  void waitsWhileTheWorkersAreNotThere() {
    Followed climb = climb(24);
    SizingPolicy policy = climb.policy();
    Advice advice = policy.advise(cycle(climb, 1000).workers(24).alive(20).build());
    assertThat(advice.workers()).isEqualTo(24);
    assertThat(advice.why()).isEqualTo("20 of 24 workers are there: waits");
  }

  @Test
  void idleForEverMeansASettledSize() {
    Followed climb = climb(24);
    climb.on(10, cycle(climb, 1000));
    int size = climb.size();
    assertThat(climb.on(500, Seen.idle().at(0, CYCLE).cores(8))).isEqualTo(size);
  }
}
