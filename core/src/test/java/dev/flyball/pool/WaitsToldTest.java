package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long threads have waited for the start of a task whose result they need. */
@Timeout(120)
class WaitsToldTest {

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch freed = new CountDownLatch(1);

  private void hold() {
    begun.countDown();
    Await.on(freed);
  }

  private void waitsInVain(ExecutorService pool, Resizable control) throws Exception {
    control.resize(1);
    List<Long> told = new CopyOnWriteArrayList<>();
    control.onWait(told::add);
    Future<?> first = pool.submit(this::hold);
    begun.await();
    Future<?> second = pool.submit(() -> {});
    assertThatThrownBy(() -> first.get(1, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(told).as("it had started").isEmpty();
    assertThatThrownBy(() -> second.get(20, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(told)
        .singleElement()
        .satisfies(nanos -> assertThat(nanos).isGreaterThanOrEqualTo(20_000_000L));
    control.onWait(Resizable.IGNORE_WAITS);
    assertThatThrownBy(() -> second.get(1, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(told).hasSize(1);
    freed.countDown();
    second.get();
  }

  @Test
  void aPoolTellsAWaitInVain() throws Exception {
    try (AdaptivePool pool = AdaptivePool.named("vain-pool").ungoverned().build()) {
      try {
        waitsInVain(pool, pool.control());
      } finally {
        freed.countDown();
      }
    }
  }

  @Test
  void aLimiterTellsAWaitInVain() throws Exception {
    try (Limiter limiter = Limiter.named("vain-limiter").ungoverned().build()) {
      try {
        waitsInVain(limiter, limiter.control());
      } finally {
        freed.countDown();
      }
    }
  }
}
