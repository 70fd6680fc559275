package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What an executor service owes whoever ends it. */
interface ContractOfEnds {

  String NOT_CLOSEABLE = "the JDK's executors can be closed since Java 19";

  ExecutorService executor(int workers);

  @Test
  default void shutdownRunsWhatWaitsAndTakesNothingMore() throws Exception {
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
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(first).isDone();
    assertThat(ran).hasValue(10);
  }

  @Test
  default void shutdownNowInterruptsWhatRunsAndHandsBackWhatWaits() throws Exception {
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
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).isTrue();
  }

  @Test
  default void aPoolThatNeverRanAnythingTerminatesAtOnce() {
    ExecutorService executor = executor(3);
    executor.shutdown();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(executor.shutdownNow()).isEmpty();
  }

  @Test
  default void anIdlePoolTerminatesOnShutdown() throws Exception {
    ExecutorService executor = executor(3);
    executor.submit(() -> {}).get();
    executor.shutdown();
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  default void awaitTerminationCanBeInterrupted() {
    ExecutorService executor = executor(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> executor.awaitTermination(120, TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  default void aTaskMayShutItsPoolDown() throws Exception {
    ExecutorService executor = executor(1);
    Future<?> ends = executor.submit(executor::shutdown);
    ends.get();
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  default void aTaskMayStopItsPoolAndIsInterruptedByIt() throws Exception {
    ExecutorService executor = executor(1);
    Future<Boolean> stops =
        executor.submit(() -> {
          executor.shutdownNow();
          return Thread.currentThread().isInterrupted();
        });
    assertThat(stops.get()).isTrue();
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  default void aTaskThatAwaitsTheEndOfItsPoolIsToldThatItHasNotCome() throws Exception {
    ExecutorService executor = executor(1);
    Future<Boolean> waits =
        executor.submit(() -> {
          executor.shutdown();
          return executor.awaitTermination(1, TimeUnit.MILLISECONDS);
        });
    assertThat(waits.get()).isFalse();
  }

  @Test
  default void everyThreadThatAwaitsTheEndIsWoken() throws Exception {
    ExecutorService executor = executor(2);
    CountDownLatch gate = new CountDownLatch(1);
    executor.execute(() -> {
      Await.on(gate);
    });
    AtomicInteger woken = new AtomicInteger();
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(() -> {
            try {
              if (executor.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS)) {
                woken.incrementAndGet();
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      thread.start();
      waiting.add(thread);
    }
    executor.shutdown();
    gate.countDown();
    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(woken).hasValue(4);
  }

  @Test
  default void whatIsHandedBackAreTheVeryFuturesAndTheyStayOpen() throws Exception {
    ExecutorService executor = executor(1);
    CountDownLatch running = new CountDownLatch(1);
    executor.execute(() -> {
      running.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    running.await();
    Future<?> first = executor.submit(() -> "first");
    Future<?> second = executor.submit(() -> "second");
    second.cancel(false);
    Runnable third = () -> {};
    executor.execute(third);
    List<Runnable> back = new ArrayList<>(executor.shutdownNow());
    back.remove((Runnable) second); // of the JDK's pool: a cancelled task stays in its queue
    assertThat(back).containsExactly((Runnable) first, third);
    assertThat(first).isNotDone();
    back.get(0).run();
    assertThat(first.get()).isEqualTo("first");
  }

  @Test
  default void closeWaitsAndMayBeCalledAgain() throws Exception {
    ExecutorService executor = executor(1);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      executor.execute(ran::incrementAndGet);
    }
    close(executor);
    assertThat(executor.isTerminated()).isTrue();
    assertThat(ran).hasValue(20);
    close(executor);
  }

  @Test
  default void closeThatIsInterruptedStopsWhatRunsAndKeepsTheInterrupt() throws Exception {
    ExecutorService executor = executor(1);
    CountDownLatch running = new CountDownLatch(1);
    Future<?> endless =
        executor.submit(() -> {
          running.countDown();
          new CountDownLatch(1).await();
          return null;
        });
    AtomicBoolean waitingRan = new AtomicBoolean();
    executor.execute(() -> waitingRan.set(true));
    running.await();
    Assumptions.assumeTrue(executor instanceof AutoCloseable, NOT_CLOSEABLE);
    Thread.currentThread().interrupt();
    close(executor);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(waitingRan).isFalse();
    assertThatThrownBy(endless::get).hasCauseInstanceOf(InterruptedException.class);
  }

  /** Closes it, where it can be closed: by an interface of its own, or since Java 19. */
  private static void close(ExecutorService executor) throws Exception {
    Assumptions.assumeTrue(executor instanceof AutoCloseable, NOT_CLOSEABLE);
    ((AutoCloseable) executor).close();
  }
}
