package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What an executor service owes whoever hands in many tasks at a time. */
interface ContractOfInvokes {

  ExecutorService executor(int workers);

  @Test
  default void invokeAllRunsEverythingAndKeepsTheOrder() throws Exception {
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
  default void invokeAllWithATimeoutCancelsWhatIsNotDone() throws Exception {
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
  default void invokeAnyReturnsAResultThatIsThere() throws Exception {
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
  default void invokeAllThatIsInterruptedCancelsWhatItHandedIn() throws Exception {
    ExecutorService executor = executor(1);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch allCancelled = new CountDownLatch(1);
    AtomicBoolean secondRan = new AtomicBoolean();
    List<Callable<Boolean>> tasks =
        List.of(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              allCancelled.await(); // or the second would run before it is cancelled
              return true;
            },
            () -> secondRan.getAndSet(true));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(() -> {
          try {
            executor.invokeAll(tasks);
          } catch (Throwable e) {
            thrown.set(e);
          }
        });
    caller.start();
    running.await();
    caller.interrupt();
    caller.join();
    interrupted.await();
    allCancelled.countDown();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    executor.submit(() -> {}).get();
    assertThat(secondRan).isFalse();
  }

  @Test
  default void invokeAnyStopsTheOthersWhenOneHasAnswered() throws Exception {
    ExecutorService executor = executor(2);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    Callable<String> endless =
        () -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            stopped.countDown();
          }
          return "never";
        };
    Callable<String> quick =
        () -> {
          running.await();
          return "quick";
        };
    assertThat(executor.invokeAny(List.of(endless, quick))).isEqualTo("quick");
    stopped.await();
  }
}
