package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.PoolReading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pools of this program, as they are looked at. */
@Timeout(120)
class LocalPoolsTest {

  /** A pool of others that cannot be read where a test wants that. */
  private static final class FailingPool implements ForeignPool {

    volatile boolean fails;

    @Override
    public String kind() {
      return "FailingPool";
    }

    @Override
    public PoolReading read() {
      if (fails) {
        throw new IllegalStateException("it is gone");
      }
      return new PoolReading(3, 3, 0, 0, 0, 0);
    }

    @Override
    public void resize(int workers) {}

    @Override
    public void restore() {}
  }

  @Test
  void aPoolThatCannotBeReadHidesNoOther() {
    FailingPool failing = new FailingPool();
    LocalPools pools = new LocalPools();
    try (AdoptedPool adopted = Flyball.start(AdoptedPool.named("failing", failing).adviseOnly());
        AdaptivePool healthy = Flyball.pool("healthy")) {
      failing.fails = true;
      List<WatchedPool> seen = pools.pools();
      assertThat(seen)
          .extracting(WatchedPool::name)
          .containsExactly(adopted.name(), healthy.name());
      assertThatThrownBy(seen.get(0)::view).hasMessage("it is gone");
      Await.until(() -> pools.pools().get(1).view().isPresent());
      failing.fails = false;
      Await.until(() -> pools.pools().get(0).view().isPresent());
    }
  }
}
