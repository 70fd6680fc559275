package dev.flyball.policies.climb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.TreeMap;
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
  @CsvSource({
    "4, 8, 12",
    "4, 64, 68",
    "4, 65, 73",
    "4, 68, 76",
    "4, 256, 264",
    "4, 257, 273",
    "17, 100, 117",
    "17, 272, 289",
    "17, 273, 307",
    "65, 1000, 1065",
    "65, 1041, 1171"
  })
  void aHangIsAnsweredByAStepThatFollowsTheSizeOfThePool(int cores, int size, int then) {
    Followed climb = climb(size);
    Seen hung = Seen.idle().at(0, CYCLE).busy(size).queue(5, 5).cores(cores).hostBusyCores(1);
    assertThat(climb.on(hung)).isEqualTo(then);
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
    assertThat(climb.on(cycle(climb, 300).busy(16))).isEqualTo(16);
    assertThat(climb.why()).startsWith("300.0 tasks/s; grow ").endsWith(", shrink 1.00");
  }

  @Test
  void aHangIsAnsweredByAStepInEachQuickCycleAndTheSizeReachedIsAFloor() {
    Followed climb = climb(16);
    Seen hung = Seen.idle().at(0, 0.75).busy(16).queue(50, 50).cores(8).hostBusyCores(1);
    assertThat(climb.on(hung)).as("half of the usual interval").isEqualTo(16);
    assertThat(climb.on(hung)).isEqualTo(24);
    assertThat(climb.why()).isEqualTo("nothing ended and 50 tasks wait: a step of 8 more");
    assertThat(climb.on(hung)).as("quick cycles from here on").isEqualTo(32);
    assertThat(state(climb).hang()).isEqualTo(new Hang(3, 32, 0));
    Followed busy = climb(16);
    assertThat(busy.on(20, hung.hostBusyCores(8))).as("hung busy").isEqualTo(16);
  }

  @Test
  void aHangIsAnsweredUpToAThousandWorkersOrAHundredAndTwentyEightACore() {
    Followed climb = climb(1000);
    Seen hung = Seen.idle().at(0, CYCLE).busy(1000).queue(5, 5).cores(4).hostBusyCores(1);
    assertThat(climb.on(hung)).isEqualTo(1000);
    assertThat(climb.why()).endsWith("but no more than that are allowed");
    Followed large = climb(1280);
    assertThat(large.on(hung.cores(10))).isEqualTo(1280);
    assertThat(climb(1279).on(hung.cores(10))).isEqualTo(1319);
  }

  @Test
  void theFloorOfAHangSinksSlowly() {
    Hang hang = Hang.NONE.again().broken(40);
    for (int cycle = 0; cycle < 8; cycle++) {
      assertThat(hang.quick()).isEqualTo(cycle < 3);
      hang = hang.calm().settled(40, 16, 8);
    }
    assertThat(hang.floor()).isEqualTo(40);
    assertThat(hang.settled(40, 16, 8).floor()).isEqualTo(32);
    assertThat(hang.settled(48, 16, 8)).as("above it nothing is learned of it").isEqualTo(hang);
    Hang last = new Hang(0, 20, 8).settled(20, 16, 8);
    assertThat(last.floor()).as("not below the core").isEqualTo(16);
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
  void neverFewerThanAreBusyUnlessAskedFor() {
    Followed keeps = climb(64);
    Followed sinks = new Followed(Policies.parse("distribution-climb(keep-busy=false)"), 64);
    for (int cycle = 0; cycle < 200; cycle++) {
      keeps.on(cycle(keeps, 100_000.0 / keeps.size()));
      sinks.on(cycle(sinks, 100_000.0 / sinks.size()));
    }
    assertThat(keeps.size()).isGreaterThanOrEqualTo(64);
    assertThat(sinks.size()).isLessThan(64);
  }

  @Test
  void tenThroughputsInARowThatChangedAfterAChangeOfSizeBeginAnew() {
    Followed climb = climb(64);
    climb.on(cycle(climb, 1000));
    Distribution steady = new Distribution(1000, 100, 0, 0);
    String why = "";
    int changes = 0;
    // Each size is known as steady, and brings three times as much as ever when it is come to.
    while (changes < 40 && !why.endsWith("begins anew")) {
      TreeMap<Integer, Distribution> known = new TreeMap<>();
      for (int size = 16; size <= 256; size += 8) {
        known.put(size, steady);
      }
      DistributionClimb state = state(climb);
      SizingPolicy again =
          new DistributionClimb(
              state.settings(),
              known,
              state.target(),
              state.throughput(),
              1,
              state.counts(),
              state.belowCeiling(),
              state.hang(),
              state.collected(),
              state.dice());
      climb = new Followed(again, climb.size());
      climb.on(cycle(climb, 3000));
      why = climb.why();
      changes++;
    }
    assertThat(why).isEqualTo("throughput changed 10 times after a change of size: begins anew");
    assertThat(changes).isEqualTo(10);
    assertThat(state(climb).known()).isEmpty();
    // 2500 * 8 / 3000 is 6 in whole numbers: 4 workers a core at most.
    assertThat(climb.size()).isEqualTo(32);
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
  void anotherTargetIsSetWhereWorkersDoNotGo() {
    Followed climb = climb(24);
    SizingPolicy policy = climb.policy();
    for (int cycle = 0; cycle < 3; cycle++) {
      Advice advice = policy.advise(cycle(climb, 1000).workers(24).alive(40).build());
      assertThat(advice.workers()).isEqualTo(cycle < 2 ? 24 : 32);
      policy = advice.next();
    }
  }

  @Test
  void idleForEverMeansASettledSize() {
    Followed climb = climb(24);
    climb.on(10, cycle(climb, 1000));
    int size = climb.size();
    assertThat(climb.on(500, Seen.idle().at(0, CYCLE).cores(8))).isEqualTo(size);
  }
}
