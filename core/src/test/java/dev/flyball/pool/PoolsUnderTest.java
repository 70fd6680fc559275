package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for something that must come about; the test's own time limit ends the wait. */
  static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("the time is up").isFalse();
      LockSupport.parkNanos(100_000);
    }
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
