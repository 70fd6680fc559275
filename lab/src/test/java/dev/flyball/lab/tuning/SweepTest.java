package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whether size matters, decided on given numbers. */
class SweepTest {

  private static SizeFigures size(int groups, long... perSecond) {
    return new SizeFigures(
        groups,
        Arrays.stream(perSecond)
            .mapToObj(tps ->
                new ServerStretch(
                    List.of(
                        new ServerSecond(1, 1, tps, tps, 0, ServerSecond.Latency.UNKNOWN, groups))))
            .toList());
  }

  @Test
  void aHillMatters() {
    Sweep sweep =
        new Sweep(
            2,
            List.of(
                size(1, 500, 510, 490, 500),
                size(2, 1000, 1010, 990, 1000),
                size(16, 1700, 1720, 1690, 1710),
                size(64, 1600, 1610, 1590, 1600)));

    assertThat(sweep.best().groups()).isEqualTo(16);
    assertThat(sweep.gainOverCores()).isCloseTo(0.705, within(0.001));
    assertThat(sweep.sizeMatters()).isTrue();
    assertThat(sweep.verdict())
        .isEqualTo(
            "size matters: from 2 groups up the best (16) is 71 % above the worst (2), 5 % would be"
                + " noise");
  }

  @Test
  void tooFewGroupsForTheCoresAreNoNews() {
    Sweep sweep =
        new Sweep(2, List.of(size(1, 500, 500), size(2, 1000, 1010), size(4, 1020, 1000)));

    assertThat(sweep.sizeMatters()).isFalse();
    assertThat(sweep.smallestGood().groups()).isEqualTo(2);
  }

  @Test
  void aGapBelowTheNoiseDoesNotMatter() {
    Sweep sweep =
        new Sweep(
            2,
            List.of(
                size(2, 1000, 700, 1300, 1000),
                size(4, 1200, 900, 1000, 1300),
                size(8, 900, 1200, 1100, 800)));

    assertThat(sweep.gap()).isGreaterThan(0.05);
    assertThat(sweep.leastGap()).isGreaterThan(sweep.gap());
    assertThat(sweep.sizeMatters()).isFalse();
  }

  @Test
  void aSlowRoundIsNoNoise() {
    Sweep sweep =
        new Sweep(2, List.of(size(2, 1000, 500, 1000, 800), size(8, 1200, 600, 1200, 960)));

    assertThat(sweep.noise()).isCloseTo(0, within(1e-9));
    assertThat(sweep.sizeMatters()).isTrue();
  }

  @Test
  void aFallMattersToo() {
    Sweep sweep = new Sweep(2, List.of(size(2, 3000, 3010, 3000), size(32, 300, 310, 305)));

    assertThat(sweep.sizeMatters()).isTrue();
    assertThat(sweep.best().groups()).isEqualTo(2);
  }

  @Test
  void luckDoesNotMakeASizeTheBest() {
    // Eight sizes that are alike but for noise of a tenth: on average each has all of the best.
    Random chance = new Random(7);
    double fair = 0;
    double flattered = 0;
    int draws = 300;
    for (int draw = 0; draw < draws; draw++) {
      List<SizeFigures> sizes = new ArrayList<>();
      for (int groups = 1; groups <= 128; groups *= 2) {
        sizes.add(size(groups, chance.longs(6, 900, 1101).toArray()));
      }
      Sweep sweep = new Sweep(2, sizes);
      fair += sweep.shareOfBest(16) / draws;
      flattered += sweep.median(16) / sweep.best().median() / draws;
    }
    assertThat(fair).isCloseTo(1, within(0.01));
    assertThat(flattered).isLessThan(0.97);
  }

  @Test
  void theHalvesAgreeWhereOneIsBest() {
    Sweep sweep =
        new Sweep(2, List.of(size(2, 500, 510, 490, 500), size(8, 1000, 1020, 980, 1000)));

    assertThat(sweep.shareOfBest(8)).isEqualTo(1);
    assertThat(sweep.shareOfBest(2)).isCloseTo(0.5, within(0.001));
    assertThat(sweep.shareOfBest(4)).isCloseTo(0.75, within(0.001));
  }

  @Test
  void sharesAreTakenTurnByTurn() {
    Repeated share = size(2, 900, 400, 990).shareOf(size(8, 1000, 500, 1000));

    assertThat(share.values()).containsExactly(0.9, 0.8, 0.99);
    assertThat(share.median()).isEqualTo(0.9);
    assertThat(share.lowerQuartile()).isCloseTo(0.85, within(1e-9));
  }
}
