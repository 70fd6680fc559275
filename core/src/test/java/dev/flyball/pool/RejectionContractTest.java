package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What becomes of a submitted task that is refused, beside the JDK's handler of the same name:
 * where the two differ on purpose, both outcomes are written down.
 */
@Timeout(120)
class RejectionContractTest {

  /** A way to refuse, ours and the JDK's. */
  enum Way {
    ABORT(Rejection.abort(), new ThreadPoolExecutor.AbortPolicy()),
    CALLER_RUNS(Rejection.callerRuns(), new ThreadPoolExecutor.CallerRunsPolicy()),
    DISCARD(Rejection.discard(), new ThreadPoolExecutor.DiscardPolicy()),
    DISCARD_OLDEST(Rejection.discardOldest(), new ThreadPoolExecutor.DiscardOldestPolicy()),
    BLOCK(Rejection.block(Duration.ofMillis(1)), new ThreadPoolExecutor.AbortPolicy());

    @SuppressWarnings("ImmutableEnumChecker") // has no state
    private final Rejection ours;

    @SuppressWarnings("ImmutableEnumChecker") // has no state
    private final RejectedExecutionHandler theirs;

    Way(Rejection ours, RejectedExecutionHandler theirs) {
      this.ours = ours;
      this.theirs = theirs;
    }
  }

  @ParameterizedTest
  @CsvSource({
    // the way, whether shut down; ours; the JDK's
    "ABORT,          false, 'threw',                    'threw'",
    "CALLER_RUNS,    false, 'ran in the caller',        'ran in the caller'",
    "DISCARD,        false, 'cancelled',                'open for ever'",
    "DISCARD_OLDEST, false, 'ran; the oldest cancelled', 'ran; the oldest open for ever'",
    "BLOCK,          false, 'threw',                    'threw'",
    "ABORT,          true,  'threw',                    'threw'",
    "CALLER_RUNS,    true,  'threw',                    'open for ever'",
    "DISCARD,        true,  'cancelled',                'open for ever'",
    "DISCARD_OLDEST, true,  'threw',                    'open for ever'",
    "BLOCK,          true,  'threw',                    'threw'",
  })
  void aRefusedTask(Way way, boolean shutDown, String ours, String theirs) throws Exception {
    assertThat(
            outcome(
                AdaptivePool.named("full")
                    .ungoverned()
                    .workers(1)
                    .queueCapacity(1)
                    .rejection(way.ours)
                    .build(),
                shutDown))
        .as("the pool")
        .isEqualTo(ours);
    assertThat(
            outcome(
                Limiter.named("full")
                    .ungoverned()
                    .atMost(1)
                    .queueCapacity(1)
                    .rejection(way.ours)
                    .build(),
                shutDown))
        .as("the limiter")
        .isEqualTo(ours);
    assertThat(
            outcome(
                new ThreadPoolExecutor(
                    1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), way.theirs),
                shutDown))
        .as("the JDK's")
        .isEqualTo(theirs);
  }

  /** One task runs and one waits; a third is submitted. */
  private static String outcome(ExecutorService executor, boolean shutDown) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    executor.execute(() -> {
      running.countDown();
      Await.on(gate);
    });
    running.await();
    Future<?> oldest = executor.submit(() -> "oldest");
    if (shutDown) {
      executor.shutdown();
    }
    try {
      Future<Thread> refused = executor.submit(Thread::currentThread);
      gate.countDown();
      executor.shutdown();
      assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      String oldestSaid = said(oldest);
      return said(refused) + (oldestSaid.equals("ran") ? "" : "; the oldest " + oldestSaid);
    } catch (RejectedExecutionException e) {
      return "threw";
    } finally {
      gate.countDown();
      executor.shutdownNow();
    }
  }

  /** After the end of the executor: nothing comes any more. */
  private static String said(Future<?> future) throws InterruptedException, ExecutionException {
    try {
      Object answer = future.get(0, TimeUnit.SECONDS);
      return Thread.currentThread().equals(answer) ? "ran in the caller" : "ran";
    } catch (CancellationException e) {
      return "cancelled";
    } catch (TimeoutException e) {
      return "open for ever";
    }
  }
}
