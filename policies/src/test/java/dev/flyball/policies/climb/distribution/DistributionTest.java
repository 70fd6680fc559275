package dev.flyball.policies.climb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributionTest {

  @ParameterizedTest
  @CsvSource({"0, 0.5", "1, 0.8413447", "-1, 0.1586553", "1.96, 0.9750021", "-3.4, 0.000336929"})
  void knowsTheNormalDistribution(double z, double probability) {
    assertThat(Distribution.normal(z)).isCloseTo(probability, within(1e-7));
  }

  @Test
  void followsItsMeasurements() {
    Distribution first = Distribution.first(600, 3);
    assertThat(first).isEqualTo(new Distribution(600, 10_000, 0, 3));
    // Mean 600 + 0.2 * 50; variance 0.8 * (10000 + 0.2 * 50 * 50).
    Distribution second = first.with(650, 4);
    assertThat(second.mean()).isCloseTo(610, within(1e-9));
    assertThat(second.variance()).isCloseTo(8400, within(1e-9));
    assertThat(second.updatedCycle()).isEqualTo(4);
  }

  @Test
  void saysHowProbableMoreIs() {
    Distribution one = new Distribution(800, 2500, 0, 0);
    assertThat(one.above(800)).isCloseTo(0.5, within(1e-6));
    assertThat(one.above(750)).isCloseTo(0.8413447, within(1e-6));
    assertThat(one.above(1200))
        .isCloseTo(0.000337, within(1e-6)); // never surer than 3.4 deviations
    assertThat(new Distribution(800, 0, 0, 0).above(799)).isGreaterThan(0.999);
  }

  @Test
  void isDisownedByOutliersThatSayTheWorkloadChanged() {
    Distribution steady = new Distribution(1000, 2500, 0, 0);
    assertThat(steady.disownedBy(1100)).as("two deviations").isFalse();
    assertThat(steady.disownedBy(1200)).as("four deviations, the first").isFalse();
    assertThat(steady.disownedBy(1600)).as("off by half of the mean").isTrue();
    assertThat(new Distribution(1000, 2500, 4, 0).disownedBy(1200)).as("the fifth").isTrue();
    assertThat(new Distribution(1000, 14_400, 0, 0).disownedBy(1400)).as("unsteady").isTrue();
    assertThat(steady.with(1200, 1).outliers()).isEqualTo(1);
    assertThat(steady.with(1200, 1).with(1050, 2).outliers()).isZero();
  }

  @Test
  void growsStaleByAgeTimesVariabilityOrByDistance() {
    Distribution one = new Distribution(1000, 10_000, 0, 100);
    assertThat(one.stale(1000, 150)).as("50 cycles of 10 %").isFalse();
    assertThat(one.stale(1000, 151)).isTrue();
    assertThat(one.stale(5001, 101)).isTrue();
    assertThat(one.stale(199, 101)).isTrue();
  }
}
