package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Four producers, and a limit that changes at random about every half millisecond: nothing is lost,
 * nothing runs twice, nothing is interrupted, and the limit is never exceeded.
 *
 * <p>Before Java 21 the tasks are fewer, for each costs a thread of the system.
 */
@Timeout(120)
class LimiterTortureTest {

  private static final int PRODUCERS = 4;
  private static final int TASKS = Runtime.version().feature() >= 21 ? 400_000 : 40_000;
  private static final int LIMIT_MAX = 64;

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
      // Where the limit has changed meanwhile the two numbers are not of one moment.
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

  /** Never fewer than may run now: lowered only when no more run than the lower limit allows. */
  private volatile int allowed = LIMIT_MAX;

  /** Odd while the number that is allowed changes. */
  private final AtomicInteger changes = new AtomicInteger();

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
  private final AtomicBoolean exceeded = new AtomicBoolean();
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final long seed = Long.getLong("seed", System.nanoTime());

  @Test
  void everyTaskRunsExactlyOnce() throws Exception {
    Limiter limiter = Limiter.named("torture").ungoverned().atMost(8).build();
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = resizer(limiter, over);
    List<Set<Integer>> rejected = produce(limiter, new AtomicBoolean());
    limiter.shutdown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
    over.set(true);
    resizer.join();

    assertThat(rejected).allSatisfy(numbers -> assertThat(numbers).isEmpty());
    assertRuns(Set.of());
    assertThat(exceeded).isFalse();
    assertThat(interrupted).isFalse();
    assertThat(limiter.lifetime().flow().arrived()).isEqualTo(TASKS);
    assertThat(limiter.lifetime().flow().completed()).isEqualTo(TASKS);
    assertThat(limiter.running()).isZero();
  }

  @Test
  void everyTaskRunsOnceOrIsHandedBackOrRefusedWhenAllIsStoppedInTheMiddle() throws Exception {
    Limiter limiter =
        Limiter.named("torture").ungoverned().atMost(8).queueCapacity(TASKS / 100).build();
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = resizer(limiter, over);
    AtomicBoolean half = new AtomicBoolean();
    List<Runnable> handedBack = new ArrayList<>();
    Thread stopper =
        new Thread(() -> {
          while (!half.get()) {
            Thread.onSpinWait();
          }
          stopping.set(true);
          handedBack.addAll(limiter.shutdownNow());
        });
    stopper.start();
    List<Set<Integer>> rejected = produce(limiter, half);
    stopper.join();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
    over.set(true);
    resizer.join();

    Set<Integer> notRun = new HashSet<>();
    rejected.forEach(notRun::addAll);
    for (Runnable task : handedBack) {
      assertThat(notRun.add(((Numbered) task).number)).isTrue();
    }
    assertRuns(notRun);
    assertThat(exceeded).isFalse();
    assertThat(interrupted).isFalse();
    assertThat(notRun).isNotEmpty();
    assertThat(limiter.lifetime().flow().completed()).isEqualTo(TASKS - notRun.size());
    assertThat(limiter.lifetime().flow().rejected()).isEqualTo(notRun.size() - handedBack.size());
    assertThat(limiter.queued()).isZero();
  }

  private void assertRuns(Set<Integer> notRun) {
    for (int i = 0; i < TASKS; i++) {
      int expected = notRun.contains(i) ? 0 : 1;
      if (runs.get(i) != expected) {
        throw new AssertionError(
            "seed " + seed + ": task " + i + " ran " + runs.get(i) + " times, not " + expected);
      }
    }
  }

  private Thread resizer(Limiter limiter, AtomicBoolean over) {
    System.out.println("LimiterTortureTest: -Dseed=" + seed);
    Thread resizer =
        new Thread(() -> {
          Random random = new Random(seed);
          while (!over.get()) {
            int limit = 1 + random.nextInt(LIMIT_MAX);
            changes.incrementAndGet();
            allowed = Math.max(allowed, limit);
            changes.incrementAndGet();
            limiter.control.resize(limit);
            Await.until(() -> limiter.running() <= limit);
            changes.incrementAndGet();
            allowed = limit;
            changes.incrementAndGet();
            limiter.lifetime();
            LockSupport.parkNanos(500_000);
          }
        });
    resizer.start();
    return resizer;
  }

  /** Submits all tasks from all producers; the numbers that were refused, per producer. */
  private List<Set<Integer>> produce(Limiter limiter, AtomicBoolean half)
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
                limiter.execute(new Numbered(i));
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
