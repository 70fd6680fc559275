package dev.flyball.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiceTest {

  @Test
  void givesTheNumbersOfThePublishedAlgorithm() {
    Dice dice = new Dice(1234567);
    assertThat(new long[] {dice.nextLong(), dice.nextLong(), dice.nextLong()})
        .containsExactly(6457827717110365317L, 3203168211198807973L, -8629252141511181193L);
  }

  @Test
  void streamsOfOneSeedDiffer() {
    assertThat(Dice.stream(1, 0).nextLong())
        .isNotEqualTo(Dice.stream(1, 1).nextLong())
        .isEqualTo(Dice.stream(1, 0).nextLong());
  }
}
