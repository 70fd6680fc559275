package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Life;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilisationTargetTest {

  /** The size after each interval of 15 s at which a number of workers would be busy. */
  private static List<Integer> sizes(String specification, int start, double... busy) {
    return Life.of(
            Policies.parse(specification),
            start,
            busy.length,
            (i, size) ->
                Seen.idle().at(15 * i, 15).workers(size).busy(Math.min(size, busy[i])).build())
        .sizes();
  }

  @ParameterizedTest
  @CsvSource({
    // workers, busy, goal -> workers
    "20, 19,   0.8, 24", // 20 * 0.95 / 0.8 = 23.75
    "24, 19,   0.8, 24", // 0.99 of the goal: near enough
    "20, 17.5, 0.8, 20", // 1.09 times the goal: just near enough
    "20, 17.7, 0.8, 23",
    "20, 20,   0.8, 25",
    "20, 20,   0.1, 40", // 200 desired, but at most twice the size
    "1,  1,    0.1, 5", // or 4 more
    "20, 8,    0.8, 10",
    "20, 0,    0.8, 1",
  })
  void isTheSizeAtWhichTheGoalIsMet(int workers, double busy, double goal, int desired) {
    SizingPolicy policy = Policies.parse("utilisation-target(stabilisation=1ms,goal=" + goal + ")");
    Seen seen = Seen.idle().at(0, 15).workers(workers).busy(busy);
    assertThat(policy.advise(seen.build()).workers()).isEqualTo(desired);
  }

  @Test
  void growsByAQuarterAsLongAsAllAreBusy() {
    double[] all = new double[10];
    java.util.Arrays.fill(all, 1000);
    assertThat(sizes("utilisation-target", 10, all))
        .containsExactly(13, 17, 22, 28, 35, 44, 55, 69, 87, 109);
  }

  @Test
  void shrinksToTheLargestSizeDesiredInFiveMinutes() {
    double[] busy = new double[30];
    java.util.Arrays.fill(busy, 8);
    busy[0] = 32; // 40 desired
    busy[5] = 16; // 20 desired, 75 s later
    List<Integer> sizes = sizes("utilisation-target", 40, busy);
    assertThat(sizes.subList(0, 20)).as("300 s after the first").containsOnly(40);
    assertThat(sizes.subList(20, 25)).as("300 s after the sixth").containsOnly(20);
    assertThat(sizes.subList(25, 30)).containsOnly(10);
  }

  @Test
  void theSizeAtTheBeginningCountsAsDesired() {
    double[] busy = new double[25];
    java.util.Arrays.fill(busy, 8);
    List<Integer> sizes = sizes("utilisation-target", 40, busy);
    assertThat(sizes.subList(0, 19)).as("300 s after the beginning").containsOnly(40);
    assertThat(sizes.subList(20, 25)).containsOnly(10);
  }

  @Test
  void whatWasDesiredNeverHoldsTheSizeAboveWhatItIs() {
    SizingPolicy policy =
        Policies.parse("utilisation-target")
            .advise(Seen.idle().at(0, 15).workers(40).busy(32).build())
            .next();
    // Somebody else took it down to 12.
    Advice advice = policy.advise(Seen.idle().at(15, 15).workers(12).busy(8).build());
    assertThat(advice.workers()).isEqualTo(12);
  }

  @Test
  void remembersNoMoreThanAFewSizes() {
    SizingPolicy policy = Policies.parse("utilisation-target(interval=1ms)");
    int longest = 0;
    for (int i = 0; i < 3000; i++) {
      Seen seen = Seen.idle().at(0.1 * i, 0.1).workers(5000).busy(4000 - i);
      policy = policy.advise(seen.build()).next();
      longest = Math.max(longest, PolicyText.write(policy).split("Desired", -1).length);
    }
    assertThat(longest).isBetween(10, 35);
  }

  @Test
  void onAPlateauItGrowsUntilNotAllClientsFindATask() {
    // 100 clients on a plateau of 32: 125 would be the goal, and 118 is within its tolerance.
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 100);
    assertThat(plant.run(Policies.parse("utilisation-target"), 1, 1200, 1)).last().isEqualTo(118);
    assertThat(plant.run(Policies.parse("utilisation-target"), 512, 1200, 1)).last().isEqualTo(125);
  }
}
