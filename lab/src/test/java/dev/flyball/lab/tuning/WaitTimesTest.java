package dev.flyball.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.tuning.WaitTimes.Durations;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The arithmetic of durations that are counted by powers of two. */
class WaitTimesTest {

  /** 100 of 1 to 2 ms (2^10 us), 100 of 4 to 8 ms. */
  private static final Durations TWO =
      new Durations(200, 750, new TreeMap<>(Map.of(10, 100L, 12, 100L)));

  @Test
  void quantilesLieWithinThePowerInWhichTheyFall() {
    assertThat(TWO.quantileMillis(0.25)).isCloseTo(1.024 * 1.5, within(1e-9));
    assertThat(TWO.quantileMillis(0.75)).isCloseTo(4.096 * 1.5, within(1e-9));
    assertThat(TWO.quantileMillis(1)).isCloseTo(8.192, within(1e-9));
    assertThat(TWO.meanMillis()).isEqualTo(3.75);
  }

  @Test
  void whatHasOnlyASumAddsToTheMeanAndNotToTheQuantiles() {
    Durations rowLocks = new Durations(50, 500, new TreeMap<>());
    Durations both = TWO.plus(rowLocks);
    assertThat(both.meanMillis()).isEqualTo(5);
    assertThat(both.quantileMillis(0.5)).isEqualTo(TWO.quantileMillis(0.5));
  }

  @Test
  void nothingHasNoMeanAndNoQuantile() {
    assertThat(Durations.NONE.meanMillis()).isNaN();
    assertThat(Durations.NONE.quantileMillis(0.5)).isNaN();
  }
}
