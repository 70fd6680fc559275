package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval of a handful of figures. */
final class FlowEstimateTest {

  @Test
  void isTheMeanOfTheRunsAndItsUncertainty() {
    // deviation sqrt(2.5), of the mean sqrt(0.5), times t(4) = 2.7764
    FlowEstimate estimate = FlowEstimate.of(1, 2, 3, 4, 5);
    assertThat(estimate.mean()).isEqualTo(3);
    assertThat(estimate.halfWidth()).isCloseTo(1.9632, withinPercentage(0.01));
    assertThat(estimate.includes(1.04)).isTrue();
    assertThat(estimate.includes(1.03)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 12.706205",
    "4, 2.776445",
    "5, 2.570582",
    "9, 2.262157",
    "19, 2.093024",
    "1000, 1.962339"
  })
  void usesStudentsLaw(int freedom, double quantile) {
    assertThat(FlowEstimate.student(freedom)).isCloseTo(quantile, withinPercentage(0.02));
  }

  @Test
  void oneRunSaysNothing() {
    assertThatThrownBy(() -> FlowEstimate.of(1.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("runs must be at least 2 but was 1");
  }

  @Test
  void whatOneRunDoesNotKnowIsUnknown() {
    FlowEstimate estimate = FlowEstimate.of(1, Double.NaN, 2);
    assertThat(estimate.mean()).isNaN();
    assertThat(estimate.includes(1)).isFalse();
  }
}
