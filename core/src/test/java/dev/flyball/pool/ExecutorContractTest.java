package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every executor service owes its users; the JDK's own pool is held to the same suite. */
@Timeout(60)
class ExecutorContractTest {

  /** The suite; a subclass says which executor. */
  abstract static class Suite {

    private final List<ExecutorService> made = new ArrayList<>();

    abstract ExecutorService make(int workers);

    private ExecutorService executor(int workers) {
      ExecutorService executor = make(workers);
      made.add(executor);
      return executor;
    }

    @AfterEach
    void end() throws InterruptedException {
      for (ExecutorService executor : made) {
        executor.shutdownNow();
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      }
    }

    @Test
    void oneWorkerRunsTasksInTheOrderOfTheirArrival() throws Exception {
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
    void allWorkersWorkAtTheSameTime() throws Exception {
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
    void aResultReachesItsFuture() throws Exception {
      ExecutorService executor = executor(2);
      assertThat(executor.submit(() -> 42).get()).isEqualTo(42);
      assertThat(executor.submit(() -> {}, "done").get()).isEqualTo("done");
      assertThat(executor.submit(() -> {}).get()).isNull();
    }

    @Test
    void anExceptionReachesItsFutureAndTheWorkerLivesOn() throws Exception {
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
    void aThrowingCommandDoesNotStopThePool() throws Exception {
      ExecutorService executor = executor(1);
      executor.execute(() -> {
        Thread.currentThread().setUncaughtExceptionHandler((t, e) -> {});
        throw new IllegalStateException("on purpose");
      });
      assertThat(executor.submit(() -> "alive").get()).isEqualTo("alive");
    }

    @Test
    void invokeAllRunsEverythingAndKeepsTheOrder() throws Exception {
      ExecutorService executor = executor(3);
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int number = i;
        tasks.add(() -> number);
      }
      List<Integer> results = new ArrayList<>();
      for (Future<Integer> future : executor.invokeAll(tasks)) {
        assertThat(future.isDone()).isTrue();
        results.add(future.get());
      }
      assertThat(results).hasSize(50).isSorted();
    }

    @Test
    void invokeAllWithATimeoutCancelsWhatIsNotDone() throws Exception {
      ExecutorService executor = executor(1);
      CountDownLatch never = new CountDownLatch(1);
      List<Callable<Integer>> tasks =
          List.of(
              () -> 1,
              () -> {
                never.await();
                return 2;
              });
      List<Future<Integer>> futures = executor.invokeAll(tasks, 200, TimeUnit.MILLISECONDS);
      assertThat(futures.get(1).isCancelled()).isTrue();
    }

    @Test
    void invokeAnyReturnsAResultThatIsThere() throws Exception {
      ExecutorService executor = executor(2);
      CountDownLatch never = new CountDownLatch(1);
      String result =
          executor.invokeAny(
              List.of(
                  () -> {
                    throw new IllegalStateException("on purpose");
                  },
                  () -> {
                    never.await();
                    return "never";
                  },
                  () -> "there"));
      assertThat(result).isEqualTo("there");
    }

    @Test
    void shutdownRunsWhatWaitsAndTakesNothingMore() throws Exception {
      ExecutorService executor = executor(1);
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger ran = new AtomicInteger();
      Future<?> first =
          executor.submit(() -> {
            gate.await();
            return null;
          });
      for (int i = 0; i < 10; i++) {
        executor.execute(ran::incrementAndGet);
      }
      executor.shutdown();
      assertThat(executor.isShutdown()).isTrue();
      assertThat(executor.isTerminated()).isFalse();
      assertThatThrownBy(() -> executor.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
      gate.countDown();
      assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      assertThat(executor.isTerminated()).isTrue();
      assertThat(first).isDone();
      assertThat(ran).hasValue(10);
    }

    @Test
    void shutdownNowInterruptsWhatRunsAndHandsBackWhatWaits() throws Exception {
      ExecutorService executor = executor(1);
      CountDownLatch started = new CountDownLatch(1);
      AtomicBoolean interrupted = new AtomicBoolean();
      CountDownLatch never = new CountDownLatch(1);
      executor.execute(() -> {
        started.countDown();
        try {
          never.await();
        } catch (InterruptedException e) {
          interrupted.set(true);
        }
      });
      started.await();
      Runnable waiting1 = () -> {};
      Runnable waiting2 = () -> {};
      executor.execute(waiting1);
      executor.execute(waiting2);
      assertThat(executor.shutdownNow()).containsExactly(waiting1, waiting2);
      assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      assertThat(interrupted).isTrue();
    }

    @Test
    void aPoolThatNeverRanAnythingTerminatesAtOnce() {
      ExecutorService executor = executor(3);
      executor.shutdown();
      assertThat(executor.isTerminated()).isTrue();
      assertThat(executor.shutdownNow()).isEmpty();
    }

    @Test
    void anIdlePoolTerminatesOnShutdown() throws Exception {
      ExecutorService executor = executor(3);
      executor.submit(() -> {}).get();
      executor.shutdown();
      assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void cancellingATaskThatWaitsKeepsItFromRunning() throws Exception {
      ExecutorService executor = executor(1);
      CountDownLatch gate = new CountDownLatch(1);
      Future<?> first = executor.submit(() -> gate.await(30, TimeUnit.SECONDS));
      AtomicBoolean ran = new AtomicBoolean();
      Future<?> second = executor.submit(() -> ran.set(true));
      assertThat(second.cancel(true)).isTrue();
      gate.countDown();
      first.get();
      assertThatThrownBy(second::get).isInstanceOf(CancellationException.class);
      executor.submit(() -> {}).get();
      assertThat(ran).isFalse();
    }

    @Test
    void cancellingATaskThatRunsInterruptsOnlyThatTask() throws Exception {
      ExecutorService executor = executor(1);
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch never = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      Future<?> running =
          executor.submit(() -> {
            started.countDown();
            try {
              never.await();
            } finally {
              ended.countDown();
            }
            return null;
          });
      started.await();
      assertThat(running.cancel(true)).isTrue();
      ended.await();
      assertThat(executor.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    }

    @Test
    void anInterruptThatATaskLeavesBehindDoesNotReachTheNext() throws Exception {
      ExecutorService executor = executor(1);
      executor.execute(() -> Thread.currentThread().interrupt());
      assertThat(executor.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    }

    @Test
    void getWithATimeoutTimesOut() {
      ExecutorService executor = executor(1);
      CountDownLatch never = new CountDownLatch(1);
      Future<?> future = executor.submit(() -> never.await(30, TimeUnit.SECONDS));
      assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      never.countDown();
    }

    @Test
    void noTaskIsRefusedWithItsName() {
      ExecutorService executor = executor(1);
      assertThatThrownBy(() -> executor.execute(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> executor.submit((Callable<Void>) null))
          .isInstanceOf(NullPointerException.class);
    }

    @Test
    void awaitTerminationCanBeInterrupted() {
      ExecutorService executor = executor(1);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> executor.awaitTermination(30, TimeUnit.SECONDS))
          .isInstanceOf(InterruptedException.class);
    }

    @Test
    void whatHappensBeforeSubmittingIsSeenByTheTask() throws Exception {
      ExecutorService executor = executor(4);
      for (int i = 0; i < 2000; i++) {
        int[] cell = {0};
        cell[0] = i;
        int expected = i;
        Future<Boolean> seen = executor.submit(() -> cell[0]++ == expected);
        assertThat(seen.get()).isTrue();
        assertThat(cell[0]).isEqualTo(expected + 1);
      }
    }
  }

  @Nested
  class OfTheAdaptivePool extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract").workers(workers).build();
    }
  }

  @Nested
  class OfTheAdaptivePoolUnmeasured extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract").workers(workers).unmeasured().build();
    }
  }

  @Nested
  class OfTheAdaptivePoolOnVirtualThreads extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract").workers(workers).threads(virtualThreads()).build();
    }
  }

  @Nested
  class OfTheJdk extends Suite {
    @Override
    ExecutorService make(int workers) {
      return Executors.newFixedThreadPool(workers);
    }
  }

  /** The factory of virtual threads, by reflection on a public method that came with Java 21. */
  static ThreadFactory virtualThreads() {
    Assumptions.assumeTrue(Runtime.version().feature() >= 21, "virtual threads came with Java 21");
    try {
      Method ofVirtual = Thread.class.getMethod("ofVirtual");
      Object builder = ofVirtual.invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads must be there", e);
    }
  }
}
