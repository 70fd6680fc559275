package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Followed;
import dev.flyball.policy.Seen;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradientClimbTest {

  private static Followed climb(int windows, int size) {
    return new Followed(GradientClimb.of(5, windows, 1000), size);
  }

  /** From 8 by 1 to 9 at k = 0; then the second step, k = 1, with a = 5 / sqrt(2) = 3.54. */
  @ParameterizedTest
  @CsvSource({
    "3500, 4000, 11", // slope 0.5: 1.77 -> 2 more
    "3500, 3600, 10", // slope 0.1: 0.35 -> 1 more
    "3500, 3500, 9", // no slope, no step
    "3500, 3400, 8", // slope -0.1: 1 less
    "3500, 2300, 4", // slope -1.2: 4.24 -> 5 less
    "3500, 900, 1", // slope -2.6: 10 less, but never below 1
  })
  void stepsByTheSlope(double before, double now, int size) {
    Followed climb = climb(1, 8);
    assertThat(climb.completes(before)).isEqualTo(9);
    assertThat(climb.completes(now)).isEqualTo(size);
  }

  @Test
  void averagesWindowsAndTrustsSteadyOnesMore() {
    // 4.0 and 6.0 have a deviation of 1.414, that of their mean is 1: a = e^-1 * 5 / sqrt(2) =
    // 1.30.
    Followed climb = climb(2, 8);
    climb.completes(3000);
    assertThat(climb.why()).isEqualTo("collecting, window 1 of 2 at 8");
    assertThat(climb.completes(3000)).isEqualTo(9);
    climb.completes(4000);
    assertThat(climb.completes(6000)).isEqualTo(9 + 3); // slope 2: ceil(2.60)
    assertThat(climb.why())
        .isEqualTo("slope +2.000 per worker from 8 to 9, deviation 1.00: step +3");
  }

  @Test
  void aSizeSetByOthersIsMeasuredFromTheStart() {
    Followed climb = climb(2, 8);
    climb.completes(3000);
    climb.resize(20);
    climb.completes(5000);
    assertThat(climb.why()).isEqualTo("collecting, window 1 of 2 at 20");
    assertThat(climb.completes(5000)).isEqualTo(21);
  }

  @Test
  void aStepThatWasNotTakenIsTriedTheOtherWay() {
    Followed climb = climb(1, 8);
    climb.completes(3000);
    climb.resize(8);
    assertThat(climb.completes(3000)).isEqualTo(7);
  }

  @Test
  void atTheSmallestSizeItTriesOneMoreAgain() {
    Followed climb = climb(1, 1);
    assertThat(climb.completes(3000)).isEqualTo(2);
    assertThat(climb.completes(1000)).isEqualTo(1); // slope -2
    assertThat(climb.completes(3000)).isEqualTo(1); // still -2, but there is no fewer
    assertThat(climb.completes(3000)).isEqualTo(2); // and what two bring may have changed
  }

  @Test
  void asPrintedASlopeInTasksPerSecondIsAStepOfThousands() {
    Followed climb = new Followed(Policies.parse("gradient-climb(windows=1)"), 8);
    climb.completes(2000);
    assertThat(climb.completes(2250)).isEqualTo(9 + 884); // 250 * 5 / sqrt(2) = 883.9
  }

  @Test
  void aDeviationOfHundredsOfTasksPerSecondStopsIt() {
    Followed climb = new Followed(Policies.parse("gradient-climb(windows=2)"), 8);
    climb.completes(2000);
    climb.completes(2000);
    climb.completes(2000);
    assertThat(climb.completes(4000)).isEqualTo(9); // e^-1000 is 0
  }

  @Test
  void idleIsNoSample() {
    Followed climb = climb(1, 8);
    assertThat(climb.on(50, Seen.idle())).isEqualTo(8);
    assertThat(climb.why()).isEqualTo("nothing happened: stays at 8");
  }
}
