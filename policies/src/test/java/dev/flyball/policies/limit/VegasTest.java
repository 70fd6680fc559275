package dev.flyball.policies.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.law.PaperLoad;
import dev.flyball.policies.law.VirtualPool;
import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VegasTest {

  private static final Vegas.Setting PUBLISHED = new Vegas.Setting(1, 30, 100_000, 1000);

  private static Advice at(Vegas.Setting setting, int workers, double busy, double millis) {
    Vegas policy = new Vegas(setting, workers, OptionalDouble.of(4e6), 0, 1, 0);
    return policy.advise(Seen.steady(1000, millis / 1000).workers(workers).busy(busy).build());
  }

  @ParameterizedTest
  @CsvSource({
    // workers, busy, ms (4 at rest) -> workers
    "40,  40,  4.1,   46", // queue ceil(0.98) = 1: up by 6 log
    "40,  40,  4.2,   41", // queue ceil(1.9) = 2: up by log
    "40,  40,  4.25,  40", // queue ceil(2.35) = 3: between 3 and 6
    "40,  40,  4.4,   40", // the worked number: queue 4
    "40,  40,  4.7,   40", // queue ceil(5.96) = 6
    "40,  40,  4.72,  39", // queue 7
    "40,  19,  4.1,   40", // less than half is busy
    "5,   5,   4,     11", // log10(5) < 1 counts as 1
    "200, 200, 4.03,  212", // queue 2, log = 2: up by 12
    "200, 200, 4.08,  202", // queue 4
    "200, 200, 4.26,  198", // queue 13 > 12
    "999, 999, 4,     1000", // the ceiling
    "1,   1,   400,   7", // one worker's queue is never more than 1
  })
  void keepsAShortQueueBehindTheWorkers(int workers, double busy, double millis, int size) {
    assertThat(at(PUBLISHED, workers, busy, millis).workers()).isEqualTo(size);
  }

  @Test
  void smoothsWithTheFractionKept() {
    Vegas.Setting slow = new Vegas.Setting(0.25, 30, 100_000, 1000);
    Advice first = at(slow, 40, 40, 4.1);
    assertThat(first.workers()).as("40 + 6 / 4 = 41.5").isEqualTo(41);
    Advice second = first.next().advise(Seen.steady(1000, 0.0041).workers(41).busy(41).build());
    assertThat(second.workers()).as("41.5, queue 2: 41.5 + 1 / 4").isEqualTo(41);
    assertThat(((Vegas) second.next()).limit()).isEqualTo(41.75);
    Advice reset = first.next().advise(Seen.steady(1000, 0.0041).workers(30).busy(30).build());
    assertThat(((Vegas) reset.next()).limit()).as("somebody set 30").isEqualTo(31.5);
  }

  @Test
  void windowsOfVeryShortTasksAreLeftOut() {
    Advice advice = at(PUBLISHED, 40, 40, 0.09);
    assertThat(advice.workers()).isEqualTo(40);
    assertThat(((Vegas) advice.next()).restNanos()).hasValue(4e6);
  }

  @Test
  void stopsBehindThePlateauFromBelow() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 1000);
    for (int start = 1; start <= 32; start *= 2) {
      List<Integer> sizes = plant.run(Policies.parse("vegas"), start, 300, 1);
      // A plateau of 32, 3 to 6 of queue, of which the ceiling may make one more of 2.
      assertThat(sizes.subList(200, 300)).as("from %d", start).allMatch(s -> s >= 34 && s <= 38);
    }
  }

  @Test
  void fromAboveThePlateauItNeverComesDown() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 1000);
    for (int start = 64; start <= 512; start *= 2) {
      int size = start;
      assertThat(plant.run(Policies.parse("vegas"), start, 3600, 1))
          .as("from %d", start)
          .allMatch(s -> s >= size);
    }
  }

  @Test
  void everyNewMeasurementUnderLoadRaisesIt() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 1000);
    List<Integer> sizes = plant.run(Policies.parse("vegas"), 16, 7200, 1);
    assertThat(sizes.get(200)).isBetween(34, 38);
    assertThat(sizes.get(7199)).isGreaterThan(50);
  }

  @Test
  void tasksOfSeveralKindsLookLikeAQueue() {
    for (int seed = 1; seed <= 3; seed++) {
      VirtualPool.Outcome outcome =
          VirtualPool.run(PaperLoad.poisson(100, 60, seed), Policies.parse("vegas"), 10, 1);
      // 100 tasks/s of 1.144 s would keep 114.4 workers busy.
      assertThat(outcome.sizes()).as("seed %d", seed).allMatch(size -> size < 57);
    }
  }

  @Test
  void theSeedDecidesWhenTheRestIsMeasuredAnew() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 1000);
    List<Integer> one = plant.run(Policies.parse("vegas(seed=1)"), 16, 3600, 1);
    assertThat(plant.run(Policies.parse("vegas(seed=1)"), 16, 3600, 1)).isEqualTo(one);
    assertThat(plant.run(Policies.parse("vegas(seed=2)"), 16, 3600, 1)).isNotEqualTo(one);
  }
}
