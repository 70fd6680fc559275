package dev.flyball.lab.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as files have them. */
class NumberFormatTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, 0.0",
    "80, 80.0",
    "1e15, 1000000000000000.0",
    "0.125, 0.125",
    "0.1, 0.1",
    "1e-6, 0.000001",
    "-2.5, -2.5",
    "2e-3, 0.002",
    "2.0E23, 200000000000000000000000.0"
  })
  void theShortestWithoutAnExponent(double value, String text) {
    assertThat(NumberFormat.exact(value)).isEqualTo(text);
  }

  @Test
  void isReadBackAsTheSameNumber() {
    Dice dice = new Dice(1);
    for (int i = 0; i < 10_000; i++) {
      double value = dice.nextDouble() * StrictMath.pow(10, dice.below(30) - 15);
      assertThat(Double.parseDouble(NumberFormat.exact(value))).isEqualTo(value);
    }
  }
}
