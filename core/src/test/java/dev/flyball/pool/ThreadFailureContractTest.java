package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What becomes of a task for which no thread can be started: here a pool differs from the JDK's on
 * purpose, so both outcomes are written down.
 */
@Timeout(120)
class ThreadFailureContractTest {

  /** How the factory fails. */
  enum Failure {
    NULL {
      @Override
      @SuppressWarnings("NullAway") // what is tested
      Thread instead() {
        return null;
      }
    },
    EXCEPTION {
      @Override
      Thread instead() {
        throw new IllegalStateException("no thread (on purpose)");
      }
    },
    ERROR {
      @Override
      Thread instead() {
        throw new OutOfMemoryError("no thread (on purpose)");
      }
    },
    NO_MEMORY_AT_START {
      @Override
      Thread instead() {
        return new Thread() {
          @Override
          public synchronized void start() {
            throw new OutOfMemoryError("no native thread (on purpose)");
          }
        };
      }
    };

    abstract Thread instead();
  }

  @ParameterizedTest
  @CsvSource({
    // how it fails, whether there is a worker; ours; the JDK's
    "NULL,      false, 'refused, not run; terminates', 'taken, not run; never terminates'",
    "EXCEPTION, false, 'refused, not run; terminates', 'threw IllegalStateException, not run; terminates'",
    "ERROR,     false, 'refused, not run; terminates', 'threw OutOfMemoryError, not run; terminates'",
    "NULL,      true,  'taken, run; terminates',       'taken, run; terminates'",
    "EXCEPTION, true,  'taken, run; terminates',       'threw IllegalStateException, not run; terminates'",
    "ERROR,     true,  'taken, run; terminates',       'threw OutOfMemoryError, not run; terminates'"
  })
  void noThreadIsMade(Failure failure, boolean oneExists, String ours, String theirs)
      throws Exception {
    assertThat(outcome(failure, oneExists, ThreadFailureContractTest::pool)).isEqualTo(ours);
    assertThat(outcome(failure, oneExists, made -> Executors.newFixedThreadPool(2, made)))
        .isEqualTo(theirs);
  }

  /** Not compared: the JDK's pool starts a thread by other ways than its start, on newer JDKs. */
  @ParameterizedTest
  @CsvSource({"false, 'refused, not run; terminates'", "true, 'taken, run; terminates'"})
  void noThreadStarts(boolean oneExists, String ours) throws Exception {
    assertThat(outcome(Failure.NO_MEMORY_AT_START, oneExists, ThreadFailureContractTest::pool))
        .isEqualTo(ours);
  }

  private static ExecutorService pool(ThreadFactory threads) {
    return AdaptivePool.named("fails").ungoverned().workers(2).threadFactory(threads).build();
  }

  private static String outcome(
      Failure failure, boolean oneExists, Function<ThreadFactory, ExecutorService> executors)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ThreadFactory threads =
        task -> asked.getAndIncrement() == 0 && oneExists ? new Thread(task) : failure.instead();
    ExecutorService executor = executors.apply(threads);
    CountDownLatch gate = new CountDownLatch(1);
    if (oneExists) {
      CountDownLatch running = new CountDownLatch(1);
      executor.execute(() -> {
        running.countDown();
        Await.on(gate);
      });
      running.await();
    }
    AtomicInteger runs = new AtomicInteger();
    String answer = answer(executor, runs::incrementAndGet);
    gate.countDown();
    executor.shutdown();
    boolean ended = executor.awaitTermination(oneExists ? 30_000 : 200, TimeUnit.MILLISECONDS);
    executor.shutdownNow();
    return answer
        + (runs.get() == 1 ? ", run" : ", not run")
        + (ended ? "; terminates" : "; never terminates");
  }

  private static String answer(ExecutorService executor, Runnable task) {
    try {
      executor.execute(task);
      return "taken";
    } catch (RejectedExecutionException e) {
      return "refused";
    } catch (Throwable e) {
      return "threw " + e.getClass().getSimpleName();
    }
  }
}
