package dev.flyball.policies.climb.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepsTest {

  private static final int NO_CEILING = Integer.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({
    // 4 cores: up to 16 a core by 4, up to 64 a core by 8, beyond by 16, down as it came.
    "8, 4, 4",
    "64, 4, 4",
    "65, 8, 8",
    "68, 8, 4",
    "72, 8, 8",
    "256, 8, 8",
    "264, 16, 8",
    "265, 16, 16",
    "280, 16, 16",
    "2000, 16, 16"
  })
  void followsTheSizeInMultiplesOfTheCores(int size, int up, int down) {
    Steps steps = Steps.at(size, 4, 8, NO_CEILING, 4, 1);
    assertThat(steps).isEqualTo(new Steps(up, down, 1));
  }

  @ParameterizedTest
  @CsvSource({"17, 17", "272, 17", "273, 34", "1088, 34", "1089, 68"})
  void manyCoresAloneMakeNoStepWider(int size, int up) {
    assertThat(Steps.at(size, 34, 34, NO_CEILING, 17, 1).up()).isEqualTo(up);
  }

  @ParameterizedTest
  @CsvSource({"16, 8, 8", "15, 7, 7", "6, 3, 3", "1, 1, 1"})
  void aSmallCoreThatWasSetIsTheBasis(int core, int basis, int up) {
    assertThat(Steps.at(16, 1, core, NO_CEILING, 8, 1).up()).isEqualTo(up);
    assertThat(Steps.at(16 * basis + 1, 1, core, NO_CEILING, 8, 1).up()).isEqualTo(2 * basis);
  }

  @ParameterizedTest
  @CsvSource({"60, 4", "56, 4", "25, 1", "20, 1", "96, 8"})
  void aNarrowRangeIsGoneThroughInTenSteps(int ceiling, int up) {
    assertThat(Steps.at(16, 16, 16, ceiling, 8, 1).up()).isEqualTo(up);
  }

  @ParameterizedTest
  @CsvSource({"96, 4, 8, 4", "98, 2, 8, 2", "91, 8, 8, 1", "92, 8, 8, 8", "100, 8, 4, 4"})
  void theLastStepUpEndsAtTheCeilingAndTheFirstOneDownGoesBack(
      int size, int up, int down, int last) {
    int before = size == 100 ? 4 : 1;
    Steps steps = Steps.at(size, 16, 16, 100, 8, before);
    assertThat(steps.down()).isEqualTo(down);
    assertThat(steps.belowCeiling()).isEqualTo(last);
    if (size < 100) {
      assertThat(steps.up()).isEqualTo(up);
    }
  }

  @ParameterizedTest
  @CsvSource({"24, 8", "20, 4", "17, 1"})
  void theLastStepDownEndsAtTheFloor(int size, int down) {
    assertThat(Steps.at(size, 16, 16, NO_CEILING, 8, 1).down()).isEqualTo(down);
  }
}
