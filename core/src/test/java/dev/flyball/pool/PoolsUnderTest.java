package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The pools that one test makes, and a gate that its tasks may wait at; after the test the gate is
 * opened, the pools are stopped, and each of them must terminate.
 */
final class PoolsUnderTest implements AfterEachCallback {

  private final List<AdaptivePool> pools = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  AdaptivePool build(PoolBuilder plan) {
    AdaptivePool pool = plan.build();
    pools.add(pool);
    return pool;
  }

  void openGate() {
    gate.countDown();
  }

  /** Waits until the gate is open; an interrupt ends the wait and stays set. */
  void awaitGate() {
    Await.on(gate);
  }

  /** Gives a pool tasks that wait at the gate; the latch is open when all of them run. */
  CountDownLatch occupy(AdaptivePool pool, int tasks) {
    CountDownLatch running = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      pool.execute(() -> {
        running.countDown();
        awaitGate();
      });
    }
    return running;
  }

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    openGate();
    for (AdaptivePool pool : pools) {
      pool.shutdownNow();
      assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).as(pool.toString()).isTrue();
    }
  }
}
