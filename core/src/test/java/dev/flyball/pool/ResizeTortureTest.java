package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Four producers, a million tiny tasks, and a size that changes at random between 1 and 64 about
 * every millisecond: nothing is lost, nothing runs twice, nothing is interrupted.
 */
@Timeout(120)
class ResizeTortureTest {

  private static final int PRODUCERS = 4;
  private static final int TASKS = 1_000_000;

  /** A task that counts its runs and notes an interrupt. */
  private final class Numbered implements Runnable {
    private final int number;

    private Numbered(int number) {
      this.number = number;
    }

    @Override
    public void run() {
      runs.incrementAndGet(number);
      if (Thread.currentThread().isInterrupted() && !stopping.get()) {
        interrupted.set(true);
      }
    }
  }

  private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final long seed = Long.getLong("seed", System.nanoTime());

  @Test
  void everyTaskRunsExactlyOnce() throws Exception {
    AdaptivePool pool = AdaptivePool.named("torture").ungoverned().workers(8).build();
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = resizer(pool, over);
    List<Set<Integer>> rejected = produce(pool, new AtomicBoolean());
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    over.set(true);
    resizer.join();

    assertThat(rejected).allSatisfy(numbers -> assertThat(numbers).isEmpty());
    for (int i = 0; i < TASKS; i++) {
      if (runs.get(i) != 1) {
        throw new AssertionError("seed " + seed + ": task " + i + " ran " + runs.get(i) + " times");
      }
    }
    assertThat(interrupted).isFalse();
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(TASKS);
    assertThat(pool.lifetime().flow().completed()).isEqualTo(TASKS);
    assertThat(pool.workersCurrent()).isZero();
  }

  @Test
  void everyTaskRunsOnceOrIsHandedBackOrRefusedWhenThePoolStopsInTheMiddle() throws Exception {
    AdaptivePool pool =
        AdaptivePool.named("torture").ungoverned().workers(8).queueCapacity(10_000).build();
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = resizer(pool, over);
    AtomicBoolean half = new AtomicBoolean();
    List<Runnable> handedBack = new ArrayList<>();
    Thread stopper =
        new Thread(() -> {
          while (!half.get()) {
            Thread.onSpinWait();
          }
          stopping.set(true);
          handedBack.addAll(pool.shutdownNow());
        });
    stopper.start();
    List<Set<Integer>> rejected = produce(pool, half);
    stopper.join();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    over.set(true);
    resizer.join();

    Set<Integer> notRun = new HashSet<>();
    rejected.forEach(notRun::addAll);
    for (Runnable task : handedBack) {
      assertThat(notRun.add(((Numbered) task).number)).isTrue();
    }
    for (int i = 0; i < TASKS; i++) {
      int expected = notRun.contains(i) ? 0 : 1;
      if (runs.get(i) != expected) {
        throw new AssertionError(
            "seed " + seed + ": task " + i + " ran " + runs.get(i) + " times, not " + expected);
      }
    }
    assertThat(interrupted).isFalse();
    assertThat(notRun).isNotEmpty();
    assertThat(pool.lifetime().flow().completed()).isEqualTo(TASKS - notRun.size());
    assertThat(pool.lifetime().flow().rejected()).isEqualTo(notRun.size() - handedBack.size());
  }

  private Thread resizer(AdaptivePool pool, AtomicBoolean over) {
    System.out.println("ResizeTortureTest: -Dseed=" + seed);
    Thread resizer =
        new Thread(() -> {
          Random random = new Random(seed);
          while (!over.get()) {
            pool.control.resize(1 + random.nextInt(64));
            LockSupport.parkNanos(1_000_000);
          }
        });
    resizer.start();
    return resizer;
  }

  /** Submits all tasks from all producers; the numbers that were refused, per producer. */
  private List<Set<Integer>> produce(AdaptivePool pool, AtomicBoolean half)
      throws InterruptedException {
    List<Set<Integer>> rejected = new ArrayList<>();
    List<Thread> producers = new ArrayList<>();
    int share = TASKS / PRODUCERS;
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
                pool.execute(new Numbered(i));
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
}
