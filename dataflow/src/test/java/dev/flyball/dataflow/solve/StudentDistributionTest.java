package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentDistributionTest {

  @ParameterizedTest
  @CsvSource({
    "1, 12.706205",
    "2, 4.302653",
    "4, 2.776445",
    "5, 2.570582",
    "9, 2.262157",
    "19, 2.093024",
    "30, 2.042272",
    "60, 2.000298",
    "1000, 1.962339"
  })
  void isThatOfTheTables(int freedom, double quantile) {
    assertThat(StudentDistribution.quantile(freedom)).isCloseTo(quantile, withinPercentage(0.02));
  }

  @Test
  void oneRepetitionSaysNothing() {
    assertThatThrownBy(() -> StudentDistribution.quantile(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("freedom must be at least 1 but was 0");
  }
}
