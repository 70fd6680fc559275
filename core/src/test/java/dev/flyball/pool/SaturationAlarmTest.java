package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An alarm that throws harms nobody: tasks taken in are taken in, and no permit is lost. */
@Timeout(120)
class SaturationAlarmTest {

  private final AtomicInteger alarms = new AtomicInteger();

  private void fail() {
    alarms.incrementAndGet();
    throw new AssertionError("on purpose");
  }

  private void aTaskThatWaitsIsTakenInOnce(ExecutorService executor) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    Future<?> first = executor.submit(() -> gate.await(30, TimeUnit.SECONDS));
    for (int i = 0; i < 10; i++) {
      executor.execute(runs::incrementAndGet);
    }
    gate.countDown();
    assertThat(first.get()).isEqualTo(true);
    executor.shutdown();
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(runs).hasValue(10);
    assertThat(alarms.get()).isPositive();
  }

  @Test
  void ofAPool() throws Exception {
    AdaptivePool pool = AdaptivePool.named("alarmed").ungoverned().workers(1).build();
    pool.control.onSaturation(this::fail);
    aTaskThatWaitsIsTakenInOnce(pool);
    assertThat(pool.lifetime().flow().rejected()).isZero();
  }

  @Test
  void ofALimiter() throws Exception {
    Limiter limiter = Limiter.named("alarmed").ungoverned().atMost(1).build();
    limiter.control.onSaturation(this::fail);
    aTaskThatWaitsIsTakenInOnce(limiter);
    assertThat(limiter.lifetime().flow().rejected()).isZero();
  }

  @Test
  void ofPermits() throws Exception {
    try (Permits permits = Permits.named("alarmed").ungoverned().atMost(1).build()) {
      permits.control.onSaturation(this::fail);
      permits.acquire();
      assertThat(permits.tryAcquire()).isFalse();
      assertThat(permits.tryAcquire(Duration.ofNanos(1))).isFalse();
      permits.release();
      assertThat(permits.tryAcquire()).isTrue();
      permits.release();
      assertThat(permits.held()).isZero();
    }
    assertThat(alarms).hasValue(2);
  }

  @Test
  @SuppressWarnings("NullAway") // the mistake that is tested
  void noneIsRefused() {
    try (Permits permits = Permits.named("alarmed").ungoverned().atMost(1).build()) {
      assertThatThrownBy(() -> permits.control.onSaturation(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("alarm must not be null");
    }
  }
}
