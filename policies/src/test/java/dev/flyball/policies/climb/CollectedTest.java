package dev.flyball.policies.climb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import org.junit.jupiter.api.Test;

class CollectedTest {

  @Test
  void addsUpWindowsOfAnyLength() {
    Collected both =
        Collected.NOTHING
            .with(Seen.steady(10, 0.2).at(0, 1).build())
            .with(Seen.idle().at(1, 3).flow(2, 2, 2).service(4).busy(1).queue(8, 8).build());
    assertThat(both.lasts(4_000_000_000L)).isTrue();
    assertThat(both.lasts(4_000_000_001L)).isFalse();
    assertThat(both.throughputPerSecond()).isEqualTo(3);
    assertThat(both.meanServiceSeconds()).isEqualTo(0.5);
    assertThat(both.busyMean()).isEqualTo(1.25);
    assertThat(both.queuedMean()).isEqualTo(6);
  }

  @Test
  void isOverWithTheWindowThatEndsNearestToTheInterval() {
    Observation window = Seen.steady(10, 0.02).at(0, 0.6).build();
    Collected one = Collected.NOTHING.with(window);
    assertThat(one.fills(900_000_000L, window.window())).isTrue(); // as near as one more would be
    assertThat(one.fills(900_000_001L, window.window())).isFalse();
    assertThat(one.with(window).fills(1_400_000_000L, window.window())).isTrue();
  }

  @Test
  void nothingIsNothing() {
    assertThat(Collected.NOTHING.throughputPerSecond()).isZero();
    assertThat(Collected.NOTHING.meanServiceSeconds()).isZero();
    assertThat(Collected.NOTHING.busyMean()).isZero();
  }

  @Test
  void staysFiniteWhateverIsSeen() {
    Observation huge =
        Seen.idle()
            .at(0, 9e9)
            .flow(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)
            .busy(Double.MAX_VALUE)
            .queue(Double.MAX_VALUE, Long.MAX_VALUE)
            .build();
    Collected all = Collected.NOTHING.with(huge).with(huge).with(huge);
    assertThat(all.completed()).isEqualTo(Long.MAX_VALUE);
    assertThat(all.lengthNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(all.busyMean()).isFinite();
    assertThat(all.queuedMean()).isFinite();
  }
}
