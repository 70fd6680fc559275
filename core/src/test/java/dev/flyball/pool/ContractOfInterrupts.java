package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What an executor service owes whoever cancels or interrupts. */
interface ContractOfInterrupts {

  ExecutorService executor(int workers);

  @Test
  default void cancellingATaskThatWaitsKeepsItFromRunning() throws Exception {
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
  default void cancellingATaskThatRunsInterruptsOnlyThatTask() throws Exception {
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
  default void anInterruptThatATaskLeavesBehindDoesNotReachTheNext() throws Exception {
    ExecutorService executor = executor(1);
    executor.execute(() -> Thread.currentThread().interrupt());
    assertThat(executor.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
  }

  @Test
  default void aTaskThatInterruptsItselfIsInterruptedAndNobodyElse() throws Exception {
    ExecutorService executor = executor(1);
    Future<Boolean> itself =
        executor.submit(() -> {
          Thread.currentThread().interrupt();
          return Thread.currentThread().isInterrupted();
        });
    Future<Boolean> next = executor.submit(() -> Thread.currentThread().isInterrupted());
    assertThat(itself.get()).isTrue();
    assertThat(next.get()).isFalse();
  }

  @Test
  default void aTaskThatHasEndedCannotBeCancelled() throws Exception {
    ExecutorService executor = executor(1);
    Future<String> ended = executor.submit(() -> "ended");
    assertThat(ended.get()).isEqualTo("ended");
    assertThat(ended.cancel(true)).isFalse();
    assertThat(ended.isCancelled()).isFalse();
    assertThat(ended.get()).isEqualTo("ended");
  }

  @Test
  default void aFutureCancelledBeforeItIsExecutedDoesNothing() throws Exception {
    ExecutorService executor = executor(1);
    AtomicBoolean ran = new AtomicBoolean();
    FutureTask<?> cancelled = new FutureTask<>(() -> ran.getAndSet(true));
    cancelled.cancel(false);
    executor.execute(cancelled);
    executor.submit(() -> {}).get();
    assertThat(ran).isFalse();
  }

  @Test
  default void cancellingWithoutInterruptLetsARunningTaskEnd() throws Exception {
    ExecutorService executor = executor(1);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Future<?> task =
        executor.submit(() -> {
          running.countDown();
          gate.await();
          ended.set(true);
          return null;
        });
    running.await();
    assertThat(task.cancel(false)).isTrue();
    assertThatThrownBy(task::get).isInstanceOf(CancellationException.class);
    gate.countDown();
    assertThat(executor.submit(() -> "next").get()).isEqualTo("next");
    assertThat(ended).isTrue();
  }
}
