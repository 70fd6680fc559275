package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target has one that sizes it and cuts its windows: its governor, or one hand. */
@Timeout(120)
class OneWriterTest {

  private static final SizingPolicy FOUR = new FixedSize(4);

  @ParameterizedTest
  @ValueSource(classes = {AdaptivePool.class, Limiter.class, Permits.class})
  void noTargetCanBeResizedOrObservedButByItsControl(Class<?> type) {
    assertThat(Resizable.class.isAssignableFrom(type)).isFalse();
    assertThat(Arrays.stream(type.getMethods()).map(Method::getName))
        .contains("control", "windows")
        .doesNotContain("resize", "observe");
  }

  @Test
  void aPoolIsGovernedUnlessItSaysOtherwise() {
    try (AdaptivePool pool = AdaptivePool.named("orders").build()) {
      assertThat(pool.governor()).isPresent();
      assertThatThrownBy(pool::control)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "the size of pool 'orders' must be in one hand but is in the hands of its governor");
    }
    try (AdaptivePool pool = AdaptivePool.named("orders").ungoverned().workers(3).build()) {
      assertThat(pool.governor()).isEmpty();
      pool.control().resize(7);
      assertThat(pool.workersTarget()).isEqualTo(7);
    }
  }

  @Test
  void theSecondHandIsRefusedUntilTheFirstLetsGo() {
    try (AdaptivePool pool = AdaptivePool.named("orders").ungoverned().build()) {
      Governor first = Flyball.govern("first", pool.control(), FOUR);
      assertThatThrownBy(pool::control)
          .hasMessageStartingWith("the size of pool 'orders' must be in one hand");
      first.close();
      Resizable control = pool.control();
      control.resize(9);
      assertThat(pool.workersTarget()).isEqualTo(9);
      assertThatThrownBy(pool::control).isInstanceOf(IllegalStateException.class);
      control.released();
      Resizable next = pool.control();
      assertThatThrownBy(() -> control.resize(3)).hasMessageContaining("has released it");
      assertThatThrownBy(control::observe).isInstanceOf(IllegalStateException.class);
      control.released();
      next.resize(4);
      assertThat(pool.workersTarget()).isEqualTo(4);
    }
  }

  @Test
  void whereTheDefaultGovernsALimiterStaysWithinWhatItMayTake() {
    try (Limiter limiter = Limiter.named("mail").atMost(5).build();
        Permits permits = Permits.named("db").atMost(3).build()) {
      assertThat(limiter.governor().orElseThrow().limits().max()).isEqualTo(5);
      assertThat(permits.governor().orElseThrow().limits().max()).isEqualTo(3);
    }
  }

  @Test
  void whoeverGovernedMayBeFollowedByAHand() {
    try (AdaptivePool pool = AdaptivePool.named("orders").governedBy(FOUR).build()) {
      pool.governor().orElseThrow().close();
      pool.control().resize(5);
      assertThat(pool.workersTarget()).isEqualTo(5);
    }
  }

  /** A pool that somebody else owns. */
  private static final class Foreign implements Resizable {
    @Override
    public Observation observe() {
      throw new IllegalStateException("there is nothing to see");
    }

    @Override
    public void resize(int workers) {}
  }

  @Test
  void aSecondGovernorOfAForeignTargetIsRefused() {
    Foreign foreign = new Foreign();
    try (Governor first = Flyball.govern("first", foreign, FOUR)) {
      assertThat(first.isClosed()).isFalse();
      assertThatThrownBy(() -> Flyball.govern("second", foreign, FOUR))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("governor 'second' must be the only one of its target but another drives it");
      assertThat(Flyball.governors()).containsExactly(first);
    }
    try (Governor third = Flyball.govern("third", foreign, FOUR)) {
      assertThat(third.isClosed()).isFalse();
    }
  }
}
