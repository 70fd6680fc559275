package dev.flyball.adapters.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring's executors, governed where they stand. */
@Timeout(60)
class SpringPoolsTest {

  private final ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();

  @AfterEach
  void end() {
    executor.shutdown();
  }

  /** As Spring Boot makes it: a core size, a queue, and a maximum that no machine can have. */
  @Test
  void growsByTheCoreSizeThoughTheMaximumHasNoBound() {
    executor.setCorePoolSize(2);
    executor.setQueueCapacity(1000);
    executor.initialize();
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    try (AdoptedPool adopted =
        AdoptedPool.named("async", executor).governedBy(new FixedSize(7)).build()) {
      for (int i = 0; i < 20; i++) {
        executor.execute(() -> {
          running.incrementAndGet();
          Await.on(gate);
        });
      }
      Await.until(() -> running.get() == 7);
      Await.until(() -> adopted.workersTarget() == 7);
      assertThat(executor.getMaxPoolSize()).isEqualTo(Integer.MAX_VALUE);
      gate.countDown();
    }
    assertThat(executor.getThreadPoolExecutor().getCorePoolSize()).isEqualTo(2);
    assertThat(executor.getThreadPoolExecutor().getMaximumPoolSize()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void namesWhatCannotBeGoverned() {
    assertThatThrownBy(() -> Flyball.govern("early", executor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must be initialised but was not");
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    assertThatThrownBy(() -> Flyball.govern("jobs", scheduler))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must not be a ThreadPoolTaskScheduler");
    try (SimpleAsyncTaskExecutor simple = new SimpleAsyncTaskExecutor()) {
      assertThatThrownBy(() -> Flyball.govern("simple", simple))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must count its tasks");
    }
  }
}
