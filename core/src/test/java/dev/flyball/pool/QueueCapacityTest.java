package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many tasks may wait, as each kind of target tells it. */
@Timeout(120)
class QueueCapacityTest {

  private static final int NONE = Integer.MAX_VALUE;

  @Test
  void ofOurOwnItIsAsTheyWereBuilt() {
    try (AdaptivePool bounded = AdaptivePool.named("bounded").queueCapacity(7).build();
        AdaptivePool unbounded = AdaptivePool.named("unbounded").build();
        Limiter limiter = Limiter.named("limiter").queueCapacity(0).build();
        Limiter unlimited = Limiter.named("unlimited").build();
        Permits permits = Permits.named("permits").build()) {
      assertThat(bounded.queueCapacity()).hasValue(7);
      assertThat(unbounded.queueCapacity()).hasValue(NONE);
      assertThat(limiter.queueCapacity()).hasValue(0);
      assertThat(unlimited.queueCapacity()).hasValue(NONE);
      assertThat(permits.queueCapacity()).hasValue(NONE);
    }
  }

  @Test
  void ofPoolsOfTheJdkItIsThatOfTheQueueWhateverWaits() throws InterruptedException {
    assertThat(told(new ArrayBlockingQueue<>(5), 3)).hasValue(5);
    assertThat(told(new LinkedBlockingQueue<>(5), 5)).hasValue(5);
    assertThat(told(new SynchronousQueue<>(), 0)).hasValue(0);
    assertThat(told(new LinkedBlockingQueue<>(), 3)).hasValue(NONE);
    assertThat(told(new PriorityBlockingQueue<>(), 0)).hasValue(NONE);
  }

  /** What a pool with that queue tells while its only worker is busy and so many tasks wait. */
  private static OptionalInt told(BlockingQueue<Runnable> queue, int waiting)
      throws InterruptedException {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, queue);
    CountDownLatch gate = new CountDownLatch(1);
    try (AdoptedPool adopted = Flyball.govern("told", pool)) {
      adopted.governor().orElseThrow().adviseOnly();
      pool.execute(() -> wait(gate));
      for (int i = 0; i < waiting; i++) {
        pool.execute(() -> {});
      }
      return adopted.queueCapacity();
    } finally {
      gate.countDown();
      pool.shutdown();
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void wait(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void ofPoolsThatOthersOwnItIsNotKnownUnlessTheyTell() {
    try (AdoptedPool calls = AdoptedPool.named("calls", new ResizableSemaphore(3)).build()) {
      assertThat(calls.queueCapacity()).isEmpty();
    }
  }
}
