package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {

  /** By hand: mean 10, s = 2, t(2) = 4.3027, so 4.3027 * 2 / sqrt(3). */
  @Test
  void threeRepetitions() {
    Estimate estimate = Estimate.of(List.of(8.0, 10.0, 12.0));
    assertThat(estimate.mean()).isCloseTo(10, within(1e-12));
    assertThat(estimate.halfWidth().orElseThrow()).isCloseTo(4.96833, within(1e-5));
    assertThat(estimate.relative().orElseThrow()).isCloseTo(0.496833, within(1e-6));
  }

  @Test
  void oneRepetitionSaysNothingOfItself() {
    assertThat(Estimate.of(List.of(8.0)).halfWidth()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 12.7062", "9, 2.2622", "30, 2.0423", "31, 2.0395", "60, 2.0003", "1000, 1.9623"})
  void studentsLaw(int freedom, double quantile) {
    assertThat(Estimate.student(freedom)).isCloseTo(quantile, within(0.004));
  }

  @Test
  void momentsThatAreJoinedAreThoseOfAll() {
    Moments all = new Moments();
    Moments some = new Moments();
    Moments others = new Moments();
    for (int i = 0; i < 100; i++) {
      double number = i * i % 37;
      all.add(number);
      (i < 30 ? some : others).add(number);
    }
    some.add(others);
    some.add(new Moments());
    assertThat(some.count()).isEqualTo(100);
    assertThat(some.mean()).isCloseTo(all.mean(), within(1e-12));
    assertThat(some.variance()).isCloseTo(all.variance(), within(1e-9));
  }
}
