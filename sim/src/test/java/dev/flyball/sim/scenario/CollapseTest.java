package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What collapses does so where it says, as suddenly as it says. */
class CollapseTest {

  @ParameterizedTest
  @ValueSource(doubles = {2, 2.5, 3, 4, 5, 6})
  void throughputIsHighestAtThePeak(double steepness) {
    for (int peak : List.of(3, 9, 40, 120)) {
      for (double contention : List.of(0.0, 0.02, 0.1)) {
        Behind.Collapse law = Behind.Collapse.peakingAt("api", peak, contention, steepness);
        assertThat(best(law)).as("peak %s, contention %s", peak, contention).isEqualTo(peak);
        assertThat(law.speed(1)).isCloseTo(1, within(1e-12));
        assertThat(best(law.peakingAt(2.0 * peak))).isEqualTo(2 * peak);
      }
    }
  }

  private static int best(Behind.Collapse law) {
    int best = 1;
    for (int calls = 2; calls <= 500; calls++) {
      if (calls * law.speed(calls) > best * law.speed(best)) {
        best = calls;
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(doubles = {2.5, 3, 4, 5, 6})
  void aSteeperOneGetsMoreDoneAtItsPeakAndLessAtTwiceIt(double steepness) {
    Behind.Collapse round = Behind.Collapse.peakingAt("api", 40, 0.02);
    Behind.Collapse steep = Behind.Collapse.peakingAt("api", 40, 0.02, steepness);
    assertThat(steep.speed(40)).isGreaterThan(round.speed(40));
    assertThat(steep.speed(80) / steep.speed(40)).isLessThan(round.speed(80) / round.speed(40));
  }
}
