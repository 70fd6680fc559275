package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GammaDistributionTest {

  private static final double[] SHARES = {1e-6, 0.01, 0.3, 0.5, 0.7, 0.9, 0.95, 0.999, 0.9999};

  /** Half a chi-squared value has half its degrees of freedom as shape; from the usual tables. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.95, 3.841459",
    "1, 0.05, 0.003932140",
    "2, 0.99, 9.210340",
    "5, 0.05, 1.145476",
    "10, 0.95, 18.30704",
    "100, 0.99, 135.8067"
  })
  void isThatOfTheTables(int freedom, double share, double value) {
    double shape = freedom / 2.0;
    assertThat(GammaDistribution.quantile(shape, shape, share))
        .isCloseTo(value / 2, withinPercentage(0.0001));
  }

  @Test
  void asLargeAShareLiesBelowItAsWasAskedFor() {
    for (double shape = 0.05; shape < 1e5; shape *= 1.3) {
      for (double share : SHARES) {
        double quantile = GammaDistribution.quantile(shape, shape, share);
        assertThat(GammaDistribution.lowerShare(shape, quantile))
            .as("shape %s", shape)
            .isCloseTo(share, within(1e-9));
      }
    }
  }

  @Test
  void whatDoesNotVaryIsItsMean() {
    assertThat(GammaDistribution.quantile(3, 0, 0.95)).isEqualTo(3);
  }

  @Test
  void isTheExponentialLawsForTheShapeOfOne() {
    assertThat(GammaDistribution.quantile(2, 4, 0.95))
        .isCloseTo(-2 * Math.log(0.05), within(1e-12));
  }
}
