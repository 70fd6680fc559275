package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an executor service owes whoever hands in a task. */
interface ContractOfTasks {

  ExecutorService executor(int workers);

  @Test
  default void oneWorkerRunsTasksInTheOrderOfTheirArrival() throws Exception {
    ExecutorService executor = executor(1);
    List<Integer> order = new ArrayList<>();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int number = i;
      futures.add(executor.submit(() -> order.add(number)));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    assertThat(order).hasSize(1000).isSorted();
  }

  @Test
  default void allWorkersWorkAtTheSameTime() throws Exception {
    ExecutorService executor = executor(4);
    CountDownLatch together = new CountDownLatch(4);
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      futures.add(
          executor.submit(() -> {
            together.countDown();
            together.await();
            return null;
          }));
    }
    for (Future<?> future : futures) {
      future.get();
    }
  }

  @Test
  default void aResultReachesItsFuture() throws Exception {
    ExecutorService executor = executor(2);
    assertThat(executor.submit(() -> 42).get()).isEqualTo(42);
    assertThat(executor.submit(() -> {}, "done").get()).isEqualTo("done");
    assertThat(executor.submit(() -> {}).get()).isNull();
  }

  @Test
  default void anExceptionReachesItsFutureAndTheWorkerLivesOn() throws Exception {
    ExecutorService executor = executor(1);
    Future<?> failing =
        executor.submit(
            (Callable<Void>)
                () -> {
                  throw new IllegalStateException("on purpose");
                });
    assertThatThrownBy(failing::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("on purpose");
    assertThat(executor.submit(() -> "alive").get()).isEqualTo("alive");
  }

  @Test
  default void aThrowingCommandDoesNotStopThePool() throws Exception {
    ExecutorService executor = executor(1);
    executor.execute(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((t, e) -> {});
      throw new IllegalStateException("on purpose");
    });
    assertThat(executor.submit(() -> "alive").get()).isEqualTo("alive");
  }

  @Test
  default void getWithATimeoutTimesOut() {
    ExecutorService executor = executor(1);
    CountDownLatch never = new CountDownLatch(1);
    Future<?> future = executor.submit(() -> never.await(30, TimeUnit.SECONDS));
    assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    never.countDown();
  }

  @Test
  default void noTaskIsRefusedWithItsName() {
    ExecutorService executor = executor(1);
    assertThatThrownBy(() -> executor.execute(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> executor.submit((Callable<Void>) null))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  default void whatHappensBeforeSubmittingIsSeenByTheTask() throws Exception {
    ExecutorService executor = executor(4);
    for (int i = 0; i < 300; i++) {
      int[] cell = {0};
      cell[0] = i;
      int expected = i;
      Future<Boolean> seen = executor.submit(() -> cell[0]++ == expected);
      assertThat(seen.get()).isTrue();
      assertThat(cell[0]).isEqualTo(expected + 1);
    }
  }

  @Test
  default void aTaskMayHandInOthersAndWaitForThemWhereAWorkerIsFree() throws Exception {
    ExecutorService executor = executor(2);
    CompletableFuture<String> inner = new CompletableFuture<>();
    executor.execute(() -> executor.execute(() -> inner.complete("inner")));
    assertThat(inner.get()).isEqualTo("inner");
    Future<String> waiting = executor.submit(() -> executor.submit(() -> "awaited").get());
    assertThat(waiting.get()).isEqualTo("awaited");
  }

  @Test
  default void theSameTaskMayBeHandedInAgain() throws Exception {
    ExecutorService executor = executor(2);
    AtomicInteger runs = new AtomicInteger();
    Runnable task = runs::incrementAndGet;
    executor.execute(task);
    executor.execute(task);
    executor.submit(task).get();
    executor.shutdown();
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(runs).hasValue(3);
  }

  @Test
  default void whatAnExecutedTaskThrowsReachesTheHandlerOfItsThread() throws Exception {
    ExecutorService executor = executor(1);
    for (Throwable thrown : List.of(new IllegalStateException("a"), new AssertionError("b"))) {
      CompletableFuture<Throwable> told = new CompletableFuture<>();
      executor.execute(() -> {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> told.complete(e));
        throwAny(thrown);
      });
      assertThat(told.get()).isSameAs(thrown);
    }
  }

  /** Throws what need not be declared. */
  private static void throwAny(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  @Test
  default void aFutureThatIsExecutedIsCompleted() throws Exception {
    ExecutorService executor = executor(1);
    FutureTask<String> own = new FutureTask<>(() -> "own");
    executor.execute(own);
    assertThat(own.get()).isEqualTo("own");
  }

  @Test
  default void aCompletableFutureRunsOnIt() throws Exception {
    ExecutorService executor = executor(2);
    assertThat(
            CompletableFuture.supplyAsync(() -> 20, executor).thenApplyAsync(n -> n + 1, executor))
        .succeedsWithin(Duration.ofSeconds(30))
        .isEqualTo(21);
  }
}
