package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {

  @Test
  void keepsTheLastOnes() {
    Series series = Series.EMPTY.with(1, 3).with(2, 3).with(3, 3).with(4, 3);
    assertThat(series.values()).containsExactly(2.0, 3.0, 4.0);
    assertThat(series.last(2).values()).containsExactly(3.0, 4.0);
    assertThat(Series.EMPTY.with(1, 1).with(2, 1).values()).containsExactly(2.0);
  }

  @Test
  void meanAndDeviations() {
    Series series = new Series(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
    assertThat(series.mean()).isEqualTo(5);
    assertThat(series.deviation()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
    assertThat(series.deviationOfMean()).isCloseTo(Math.sqrt(32.0 / 7 / 8), within(1e-12));
    assertThat(new Series(List.of(3.0)).deviation()).isZero();
    assertThat(Series.EMPTY.mean()).isZero();
    assertThat(Series.EMPTY.deviationOfMean()).isZero();
  }
}
