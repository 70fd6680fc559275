package dev.flyball.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What the distributions of time draw is what their formulas say. {@code -Dseed=} replays a seed.
 */
class TimeDistributionPropertyTest {

  private static final int DRAWS = 200_000;
  private static final double SIGMAS = 6;

  private long seed;

  @BeforeEach
  void chooseSeed() {
    seed = Long.getLong("seed", System.nanoTime());
    System.out.println("seed " + seed);
  }

  /** Laws beside their mean in nanoseconds and their squared coefficient of variation. */
  static final List<Arguments> distributions =
      List.of(
          Arguments.of(new TimeDistribution.Constant(5_000_000), 5_000_000.0, 0.0),
          Arguments.of(TimeDistribution.NONE, 0.0, 0.0),
          Arguments.of(new TimeDistribution.Exponential(2_000_000), 2_000_000.0, 1.0),
          Arguments.of(new TimeDistribution.Lognormal(20_000_000, 0.3), 20_000_000.0, 0.09),
          Arguments.of(new TimeDistribution.Lognormal(20_000_000, 1), 20_000_000.0, 1.0),
          // shape 2: mean 2 L H / (L + H), second moment 2 L^2 H^2 / (H^2 - L^2) * ln(H / L)
          Arguments.of(
              new TimeDistribution.Pareto(1_000_000, 2, 100_000_000),
              2e6 * 100 / 101,
              2e4 / 9_999 * StrictMath.log(100) / StrictMath.pow(200.0 / 101, 2) - 1),
          // shape 1: mean L H / (H - L) * ln(H / L), second moment L H
          Arguments.of(
              new TimeDistribution.Pareto(1_000_000, 1, 100_000_000),
              1e8 / 99 * StrictMath.log(100),
              100 / StrictMath.pow(100.0 / 99 * StrictMath.log(100), 2) - 1),
          Arguments.of(
              new TimeDistribution.Empirical(List.of(1_000_000L, 3_000_000L)), 2_000_000.0, 0.25));

  @ParameterizedTest
  @FieldSource("distributions")
  void formulasHold(TimeDistribution distribution, double meanNanos, double variation) {
    assertThat(distribution.meanNanos()).isCloseTo(meanNanos, within(1e-9 * meanNanos + 1e-9));
    assertThat(distribution.variation()).isCloseTo(variation, within(1e-9));
  }

  @ParameterizedTest
  @FieldSource("distributions")
  void drawsHaveTheMeanAndTheVariation(
      TimeDistribution distribution, double meanNanos, double variation) {
    Dice dice = new Dice(seed);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double nanos = distribution.drawNanos(dice);
      assertThat(nanos).isNotNegative();
      sum += nanos;
      squares += nanos * nanos;
    }
    double mean = sum / DRAWS;
    double sigmaOfMean = meanNanos * Math.sqrt(variation / DRAWS);
    assertThat(mean).isCloseTo(meanNanos, within(SIGMAS * sigmaOfMean + 1));
    if (meanNanos > 0) {
      double drawn = squares / DRAWS / (mean * mean) - 1;
      // Six times what the squares of the heaviest tail scatter by, which is 4 %.
      assertThat(drawn).isCloseTo(variation, within(0.25 * variation + 1e-6));
    }
  }

  @Test
  void sameDiceSameDraws() {
    for (Arguments distribution : distributions) {
      TimeDistribution time = (TimeDistribution) distribution.get()[0];
      Dice one = new Dice(seed);
      Dice other = new Dice(seed);
      for (int i = 0; i < 100; i++) {
        assertThat(time.drawNanos(one)).isEqualTo(time.drawNanos(other));
      }
    }
  }

  @Test
  void paretoKeepsWithinItsEnds() {
    TimeDistribution distribution = new TimeDistribution.Pareto(1_000, 0.5, 2_000);
    Dice dice = new Dice(seed);
    for (int i = 0; i < DRAWS; i++) {
      assertThat(distribution.drawNanos(dice)).isBetween(999L, 2_000L);
    }
  }

  @Test
  void wrongParametersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TimeDistribution.Pareto(5, 1, 5))
        .withMessage("max must be above min (5) but was 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TimeDistribution.Constant(-1))
        .withMessage("nanos must be at least 0 but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TimeDistribution.Empirical(List.of()))
        .withMessage("number of times must be at least 1 but was 0");
  }
}
