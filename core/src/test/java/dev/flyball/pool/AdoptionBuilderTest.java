package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import org.junit.jupiter.api.Test;

/** What a builder of adopted pools keeps from one pool to the next, which is what it was told. */
class AdoptionBuilderTest {

  /** A pool that needs some of its workers for itself, and is busy with nothing. */
  private static final class Foreign implements ForeignPool {

    private int least = 5;

    @Override
    public String kind() {
      return "foreign pool";
    }

    @Override
    public PoolReading read() {
      return new PoolReading(8, 8, 0, 0, 0, 0);
    }

    @Override
    public void resize(int workers) {}

    @Override
    public void restore() {}

    @Override
    public int sizeMin() {
      return least;
    }
  }

  private static Limits limitsOf(AdoptionBuilder plan) {
    try (AdoptedPool pool = plan.build()) {
      return pool.governor().orElseThrow().limits();
    }
  }

  @Test
  void whatOnePoolNeedsIsNoLimitOfTheNext() {
    Foreign foreign = new Foreign();
    AdoptionBuilder plan = AdoptedPool.named("x", foreign).governedBy(new FixedSize(8));
    assertThat(limitsOf(plan).min()).isEqualTo(5);
    foreign.least = 2;
    assertThat(limitsOf(plan).min()).isEqualTo(2);
    foreign.least = 1;
    assertThat(limitsOf(plan)).isEqualTo(Limits.NONE);
  }

  @Test
  void limitsThatThePoolCannotKeepAreRefused() {
    AdoptionBuilder plan = AdoptedPool.named("x", new Foreign()).limits(1, 4);
    assertThatThrownBy(plan::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limits must allow 5 workers, which the pool needs, but were 1..4");
    assertThat(limitsOf(plan.limits(1, 9))).isEqualTo(Limits.of(5, 9));
  }
}
