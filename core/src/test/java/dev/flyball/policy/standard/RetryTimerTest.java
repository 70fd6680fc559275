package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTimerTest {

  private static final long NOW = 100_000_000_000L;

  /** The waits after each of some refusals, in seconds. */
  private static List<Double> waits(int times, double lastSeconds) {
    RetryTimer timer = RetryTimer.NOW;
    List<Double> waits = new ArrayList<>();
    for (int time = 0; time < times; time++) {
      timer = timer.refused(NOW, lastSeconds);
      waits.add((timer.nextNanos() - NOW) / 1e9);
    }
    return waits;
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
  void atFirstItIsDueWhateverTheClockSays(long nowNanos) {
    assertThat(RetryTimer.NOW.due(nowNanos)).isTrue();
  }

  @Test
  void waitsTwiceAsLongEachTimeUpToSixSeconds() {
    assertThat(waits(7, 6)).containsExactly(0.5, 1.0, 2.0, 4.0, 6.0, 6.0, 6.0);
    assertThat(waits(5, 4)).containsExactly(0.5, 1.0, 2.0, 4.0, 4.0);
    RetryTimer timer = RetryTimer.NOW.refused(NOW);
    assertThat(timer.waitSeconds()).isEqualTo(1);
    assertThat(timer.due(NOW + 499_999_999)).isFalse();
    assertThat(timer.due(NOW + 500_000_000)).isTrue();
  }

  @Test
  void aPauseOnlyMovesItFurtherAway() {
    RetryTimer timer = new RetryTimer(NOW, 2);
    assertThat(timer.pausing(NOW, 3)).isEqualTo(new RetryTimer(NOW + 3_000_000_000L, 2));
    assertThat(timer.pausing(NOW - 5_000_000_000L, 3)).isEqualTo(timer);
    assertThat(RetryTimer.NOW.pausing(NOW, 0)).isEqualTo(new RetryTimer(NOW, 0.5));
  }
}
