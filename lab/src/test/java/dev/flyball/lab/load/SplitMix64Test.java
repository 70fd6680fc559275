package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitMix64Test {

  @Test
  void givesTheNumbersOfThePublishedAlgorithm() {
    SplitMix64 dice = new SplitMix64(1234567);
    assertThat(new long[] {dice.nextLong(), dice.nextLong(), dice.nextLong()})
        .containsExactly(6457827717110365317L, 3203168211198807973L, -8629252141511181193L);
  }

  @Test
  void streamsOfOneSeedDiffer() {
    assertThat(SplitMix64.stream(1, 0).nextLong())
        .isNotEqualTo(SplitMix64.stream(1, 1).nextLong())
        .isEqualTo(SplitMix64.stream(1, 0).nextLong());
  }
}
