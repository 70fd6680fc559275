package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Four producers, and a size that changes at random about every half millisecond: nothing is lost,
 * nothing runs twice, nothing is interrupted, and never do more run than the size allows.
 */
@Timeout(120)
class ResizeTortureTest {

  private static final int PRODUCERS = 4;
  private static final int SIZE_MAX = 64;
  private static final int TASKS = 1_000_000;

  /** Before Java 21 each costs a thread of the system. */
  private static final int LIMITED_TASKS = Runtime.version().feature() >= 21 ? 400_000 : 40_000;

  private final long seed = Long.getLong("seed", System.nanoTime());

  @Test
  void everyTaskOfAPoolRunsExactlyOnce() throws Exception {
    AdaptivePool pool = AdaptivePool.named("torture").ungoverned().workers(8).build();
    new Torture<>(pool, pool::workersCurrent, TASKS).runsAll();
  }

  @Test
  void everyTaskOfALimiterRunsExactlyOnce() throws Exception {
    Limiter limiter = Limiter.named("torture").ungoverned().atMost(8).build();
    new Torture<>(limiter, limiter::running, LIMITED_TASKS).runsAll();
  }

  @Test
  void everyTaskRunsOnceOrIsHandedBackOrRefusedWhenThePoolStopsInTheMiddle() throws Exception {
    AdaptivePool pool =
        AdaptivePool.named("torture").ungoverned().workers(8).queueCapacity(TASKS / 100).build();
    new Torture<>(pool, pool::workersCurrent, TASKS).stopsInTheMiddle();
  }

  @Test
  void everyTaskRunsOnceOrIsHandedBackOrRefusedWhenTheLimiterStopsInTheMiddle() throws Exception {
    Limiter limiter =
        Limiter.named("torture").ungoverned().atMost(8).queueCapacity(LIMITED_TASKS / 100).build();
    new Torture<>(limiter, limiter::running, LIMITED_TASKS).stopsInTheMiddle();
  }

  private final class Torture<E extends ExecutorService & ManagedTarget> {
    private final E executor;
    private final IntSupplier taken;
    private final int tasks;
    private final AtomicIntegerArray runs;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicBoolean exceeded = new AtomicBoolean();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    /** When half of one producer's tasks are there. */
    private final AtomicBoolean half = new AtomicBoolean();

    /** Never fewer than may run now: lowered only when no more run than the lower size allows. */
    private volatile int allowed = SIZE_MAX;

    /** Odd while the number that is allowed changes. */
    private final AtomicInteger changes = new AtomicInteger();

    /**
     * @param taken how many places are taken now
     */
    Torture(E executor, IntSupplier taken, int tasks) {
      this.executor = executor;
      this.taken = taken;
      this.tasks = tasks;
      this.runs = new AtomicIntegerArray(tasks);
    }

    /** A task that counts its runs, notes an interrupt, and how many run beside it. */
    private final class Numbered implements Runnable {
      private final int number;

      private Numbered(int number) {
        this.number = number;
      }

      @Override
      public void run() {
        int changesBefore = changes.get();
        int now = running.incrementAndGet();
        boolean tooMany = now > allowed;
        // Where the size has changed meanwhile the two numbers are not of one moment.
        if (tooMany && changesBefore % 2 == 0 && changes.get() == changesBefore) {
          exceeded.set(true);
        }
        runs.incrementAndGet(number);
        if (Thread.currentThread().isInterrupted() && !stopping.get()) {
          interrupted.set(true);
        }
        if (number % 64 == 0) {
          LockSupport.parkNanos(50_000);
        }
        running.decrementAndGet();
      }
    }

    void runsAll() throws Exception {
      FutureTask<Void> resizer = resizer();
      List<Set<Integer>> rejected = produce();
      executor.shutdown();
      awaitEnd(resizer);

      assertThat(rejected).allSatisfy(numbers -> assertThat(numbers).isEmpty());
      assertRuns(Set.of());
      assertThat(executor.lifetime().flow().arrived()).isEqualTo(tasks);
    }

    void stopsInTheMiddle() throws Exception {
      FutureTask<Void> resizer = resizer();
      List<Runnable> handedBack = new ArrayList<>();
      Thread stopper =
          new Thread(() -> {
            while (!half.get()) {
              Thread.onSpinWait();
            }
            stopping.set(true);
            handedBack.addAll(executor.shutdownNow());
          });
      stopper.start();
      List<Set<Integer>> rejected = produce();
      stopper.join();
      awaitEnd(resizer);

      Set<Integer> notRun = new HashSet<>();
      rejected.forEach(notRun::addAll);
      handedBack.forEach(
          task -> assertThat(notRun.add(((Torture<?>.Numbered) task).number)).isTrue());
      assertThat(notRun).isNotEmpty();
      assertRuns(notRun);
      assertThat(executor.lifetime().flow().rejected())
          .isEqualTo(notRun.size() - handedBack.size());
    }

    private FutureTask<Void> resizer() {
      System.out.println("ResizeTortureTest: -Dseed=" + seed);
      Resizable control = executor.control();
      Random random = new Random(seed);
      FutureTask<Void> resizer =
          new FutureTask<>(
              () -> {
                while (!over.get()) {
                  int size = 1 + random.nextInt(SIZE_MAX);
                  changes.incrementAndGet();
                  allowed = Math.max(allowed, size);
                  changes.incrementAndGet();
                  control.resize(size);
                  Await.until(() -> taken.getAsInt() <= size);
                  changes.incrementAndGet();
                  allowed = size;
                  changes.incrementAndGet();
                  executor.lifetime();
                  LockSupport.parkNanos(500_000);
                }
              },
              null);
      new Thread(resizer).start();
      return resizer;
    }

    /** Submits all tasks from all producers; the numbers that were refused, per producer. */
    private List<Set<Integer>> produce() throws InterruptedException {
      List<Set<Integer>> rejected = new ArrayList<>();
      List<Thread> producers = new ArrayList<>();
      int share = tasks / PRODUCERS;
      for (int p = 0; p < PRODUCERS; p++) {
        Set<Integer> refused = new HashSet<>();
        rejected.add(refused);
        int first = p * share;
        producers.add(
            new Thread(() -> {
              for (int i = first; i < first + share; i++) {
                if (i == first + share / 2) {
                  half.set(true);
                }
                try {
                  executor.execute(new Numbered(i));
                } catch (RejectedExecutionException e) {
                  refused.add(i);
                }
              }
            }));
      }
      producers.forEach(Thread::start);
      for (Thread producer : producers) {
        producer.join();
      }
      return rejected;
    }

    private void awaitEnd(FutureTask<Void> resizer) throws Exception {
      assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).as(executor.toString()).isTrue();
      over.set(true);
      assertThat(resizer.get()).isNull();
    }

    private void assertRuns(Set<Integer> notRun) {
      for (int i = 0; i < tasks; i++) {
        int expected = notRun.contains(i) ? 0 : 1;
        if (runs.get(i) != expected) {
          throw new AssertionError(
              "seed " + seed + ": task " + i + " ran " + runs.get(i) + " times, not " + expected);
        }
      }
      assertThat(exceeded).isFalse();
      assertThat(interrupted).isFalse();
      assertThat(executor.lifetime().flow().completed()).isEqualTo(tasks - notRun.size());
      assertThat(taken.getAsInt()).isZero();
      assertThat(executor.lifetime().size().queuedAtEnd()).isZero();
    }
  }
}
