package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.base.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A decorator carries a context to every task, whatever becomes of the task, and no further. */
@Timeout(60)
class TaskDecoratorTest {

  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  /** Says what a task found, where it cannot return it. */
  private static final AtomicReference<String> FOUND = new AtomicReference<>();

  @AfterEach
  void clear() {
    USER.remove();
    FOUND.set(null);
  }

  private static Runnable withUser(Runnable task) {
    String user = USER.get();
    return () -> {
      String before = USER.get();
      USER.set(user);
      try {
        task.run();
      } finally {
        USER.set(before);
      }
    };
  }

  private static PoolBuilder pool() {
    return AdaptivePool.named("orders")
        .ungoverned()
        .workers(1)
        .decorate(TaskDecoratorTest::withUser);
  }

  private static LimiterBuilder limiter() {
    return Limiter.named("orders").ungoverned().atMost(1).decorate(TaskDecoratorTest::withUser);
  }

  static Stream<MeasuredExecutor> executors() {
    return Stream.of(pool().build(), limiter().build());
  }

  @ParameterizedTest
  @MethodSource("executors")
  void eachWayToHandInATaskHasItOnce(MeasuredExecutor executor) throws Exception {
    try (executor) {
      USER.set("alice");
      Callable<String> asks = USER::get;
      assertThat(executor.submit(asks).get()).isEqualTo("alice");
      assertThat(executor.submit("kind", asks).get()).isEqualTo("alice");
      assertThat(executor.submit(TaskOptions.NONE, asks).get()).isEqualTo("alice");
      assertThat(executor.invokeAll(List.of(asks)).get(0).get()).isEqualTo("alice");
      assertThat(executor.invokeAny(List.of(asks))).isEqualTo("alice");
      assertThat(CompletableFuture.supplyAsync(USER::get, executor).get()).isEqualTo("alice");
      FutureTask<String> own = new FutureTask<>(asks);
      executor.execute(own);
      assertThat(own.get()).isEqualTo("alice");
      executor.submit(() -> FOUND.set(USER.get())).get();
      assertThat(FOUND).hasValue("alice");
      USER.remove();
      assertThat(executor.submit(asks).get()).isNull();
      assertThat(executor.kinds()).containsKeys("kind");
    }
  }

  @ParameterizedTest
  @MethodSource("executors")
  void itIsClearedAfterATaskThatThrows(MeasuredExecutor executor) throws Exception {
    try (executor) {
      USER.set("alice");
      Future<?> failing =
          executor.submit(() -> {
            throw new IOException("on purpose");
          });
      assertThatThrownBy(failing::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IOException.class);
      executor.execute(() -> {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
        throw new IllegalStateException("on purpose");
      });
      USER.remove();
      assertThat(executor.submit(USER::get).get()).isNull();
      assertThat(executor.lifetime().flow().failed()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("executors")
  void aTaskThatIsCancelledLeavesTheQueueAndRunsNoDecoration(MeasuredExecutor executor)
      throws Exception {
    try (executor) {
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      Future<?> running =
          executor.submit(() -> {
            started.countDown();
            gate.await();
            return null;
          });
      started.await();
      Future<String> waiting =
          executor.submit(() -> {
            FOUND.set("ran");
            return "ran";
          });
      assertThat(waiting.cancel(true)).isTrue();
      assertThat(executor.queued()).isZero();
      gate.countDown();
      running.get();
      assertThat(executor.submit(USER::get).get()).isNull();
      assertThat(FOUND).hasValue(null);
    }
  }

  @Test
  void aCallerThatRunsItsTaskKeepsItsOwnContext() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (AdaptivePool pool = pool().queueCapacity(0).rejection(Rejection.callerRuns()).build()) {
      Future<?> running =
          pool.submit(() -> {
            gate.await();
            return null;
          });
      USER.set("alice");
      pool.execute(() -> {
        FOUND.set(USER.get());
        USER.set("changed by the task");
      });
      assertThat(FOUND).hasValue("alice");
      assertThat(USER.get()).isEqualTo("alice");
      gate.countDown();
      running.get();
    }
  }

  /** The timer, which hands it over, has no context. */
  @ParameterizedTest
  @MethodSource("executors")
  void aScheduledTaskHasThatOfTheThreadThatScheduledIt(MeasuredExecutor executor) throws Exception {
    try (ScheduledPool jobs = scheduled(executor)) {
      USER.set("alice");
      Callable<String> asks = USER::get;
      Future<String> single = jobs.schedule(asks, 1, TimeUnit.MILLISECONDS);
      List<String> found = new CopyOnWriteArrayList<>();
      Future<?> series =
          jobs.scheduleAtFixedRate(
              () -> {
                found.add(String.valueOf(USER.get()));
                if (found.size() == 3) {
                  throw new IllegalStateException("on purpose");
                }
              },
              0,
              1,
              TimeUnit.MILLISECONDS);
      USER.remove();
      assertThat(single.get()).isEqualTo("alice");
      assertThatThrownBy(series::get).hasCauseInstanceOf(IllegalStateException.class);
      assertThat(found).containsExactly("alice", "alice", "alice");
      assertThat(jobs.submit(USER::get).get()).isNull();
    }
  }

  private static ScheduledPool scheduled(MeasuredExecutor executor) {
    return executor instanceof Limiter limiter
        ? ScheduledPool.over(limiter)
        : ScheduledPool.over((AdaptivePool) executor);
  }

  @Test
  void aTaskThatIsTurnedAwayIsTold() throws Exception {
    AtomicInteger told = new AtomicInteger();
    class Told implements Sheddable, Callable<String> {
      @Override
      public void run() {}

      @Override
      public String call() {
        return "ran";
      }

      @Override
      public void shed(TaskShedException why) {
        told.incrementAndGet();
      }
    }

    CountDownLatch gate = new CountDownLatch(1);
    try (AdaptivePool pool = pool().build()) {
      Future<?> running =
          pool.submit(() -> {
            gate.await();
            return null;
          });
      TaskOptions soon = TaskOptions.NONE.within(Duration.ofMillis(200));
      Callable<String> call = new Told();
      pool.execute(soon, new Told());
      Future<String> submitted = pool.submit(soon, call);
      long beganNanos = System.nanoTime();
      Await.until(() -> System.nanoTime() - beganNanos > 300_000_000);
      gate.countDown();
      running.get();
      assertThatThrownBy(submitted::get).hasCauseInstanceOf(TaskShedException.class);
      Await.until(() -> told.get() == 2);
    }
  }

  @Test
  void aDecoratorThatForgetsTheTaskIsFound() throws Exception {
    try (AdaptivePool pool =
        AdaptivePool.named("orders").ungoverned().decorate(task -> () -> {}).build()) {
      assertThatThrownBy(() -> pool.submit(() -> "never ran").get())
          .hasMessageContaining("must run the task but did not");
    }
  }
}
