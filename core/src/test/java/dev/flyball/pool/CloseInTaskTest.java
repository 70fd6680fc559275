package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A task that closes its own executor is told that it would wait for itself. */
@Timeout(60)
class CloseInTaskTest {

  static Stream<MeasuredExecutor> executors() {
    return Stream.of(
        AdaptivePool.named("own").ungoverned().workers(1).build(),
        AdaptivePool.named("own").ungoverned().workers(1).threadFactory(Thread::new).build(),
        Limiter.named("own").ungoverned().atMost(1).build(),
        Limiter.named("own").ungoverned().atMost(1).threadFactory(Thread::new).build());
  }

  @ParameterizedTest
  @MethodSource("executors")
  void itIsToldAndTheExecutorEndsAfterIt(MeasuredExecutor executor) throws Exception {
    CountDownLatch bothAreIn = new CountDownLatch(1);
    Future<?> closing =
        executor.submit(() -> {
          bothAreIn.await();
          executor.close();
          return null;
        });
    Future<String> waiting = executor.submit(() -> "ran all the same");
    bothAreIn.countDown();
    assertThatThrownBy(closing::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close must not wait for the task that calls it")
        .hasMessageContaining("'own'");
    assertThat(waiting.get()).isEqualTo("ran all the same");
    assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  static Stream<ScheduledPool> scheduled() {
    return Stream.of(
        ScheduledPool.over(AdaptivePool.named("own").ungoverned().workers(1).build()),
        ScheduledPool.over(Limiter.named("own").ungoverned().atMost(1).build()));
  }

  @ParameterizedTest
  @MethodSource("scheduled")
  void aScheduledTaskIsToldToo(ScheduledPool pool) throws Exception {
    Future<?> later = pool.schedule(() -> "ran all the same", 200, TimeUnit.MILLISECONDS);
    Future<?> closing = pool.schedule(pool::close, 1, TimeUnit.MILLISECONDS);
    assertThatThrownBy(closing::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close must not wait for the task that calls it")
        .hasMessageContaining("'own'");
    assertThat(later.get()).isEqualTo("ran all the same");
    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  /** The timer's thread runs it, since the pool has no room: it would wait for its own end. */
  @Test
  void aScheduledTaskThatTheTimerRunsIsToldToo() throws Exception {
    ScheduledPool pool =
        ScheduledPool.over(
            AdaptivePool.named("own")
                .ungoverned()
                .workers(1)
                .queueCapacity(0)
                .rejection(Rejection.callerRuns())
                .build());
    CountDownLatch isBusy = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    pool.execute(() -> {
      isBusy.countDown();
      Await.on(gate);
    });
    isBusy.await();
    try {
      Future<?> closing = pool.schedule(pool::close, 1, TimeUnit.MILLISECONDS);
      assertThatThrownBy(() -> closing.get(10, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("close must not wait for the task that calls it");
      assertThat(pool.isShutdown()).isTrue();
    } finally {
      gate.countDown();
    }
    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTaskOfAnotherExecutorMayCloseIt() throws Exception {
    Limiter closed = Limiter.named("closed").ungoverned().atMost(1).build();
    try (Limiter closing = Limiter.named("closing").ungoverned().atMost(1).build()) {
      closing.submit(closed::close).get();
    }
    assertThat(closed.isTerminated()).isTrue();
  }
}
