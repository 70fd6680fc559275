package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

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
