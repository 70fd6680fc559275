package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a pool is told of by others, and shows its policy. */
class PoolSignalTest {

  @Test
  void everyObservationAsksTheSourcesOnce() {
    AtomicReference<Double> value = new AtomicReference<>(60.0);
    try (AdaptivePool pool =
        AdaptivePool.named("signals")
            .ungoverned()
            .signal("framesPerSecond", value::get)
            .signal("other", () -> 1)
            .build()) {
      assertThat(pool.control.observe().signals())
          .containsExactly(entry("framesPerSecond", 60.0), entry("other", 1.0));
      value.set(30.0);
      assertThat(pool.control.observe().signals()).containsEntry("framesPerSecond", 30.0);
      value.set(Double.NaN);
      assertThat(pool.control.observe().signals())
          .as("what is not known is not there")
          .containsOnlyKeys("other");
    }
  }

  @Test
  void aSourceThatFailsIsNotHidden() {
    try (AdaptivePool pool =
        AdaptivePool.named("signals")
            .ungoverned()
            .signal(
                "broken",
                () -> {
                  throw new IllegalStateException("out of order");
                })
            .build()) {
      assertThatThrownBy(pool.control::observe).hasMessage("out of order");
    }
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> AdaptivePool.named("signals").ungoverned().signal(" ", () -> 1))
        .hasMessage("signal must not be blank but was ' '");
    assertThatThrownBy(() ->
            AdaptivePool.named("signals").ungoverned().signal("a", () -> 1).signal("a", () -> 2))
        .hasMessage("signal must be given once but was 'a' twice");
    assertThatThrownBy(
            () -> AdaptivePool.named("signals").signal("a", () -> 1).unmeasured().build())
        .hasMessage("pool 'signals' must be measured to have signals but was built unmeasured");
  }
}
