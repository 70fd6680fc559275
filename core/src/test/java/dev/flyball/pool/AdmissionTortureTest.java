package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Admission;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.Importance;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.policy.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Producers with tasks of all kinds of options, tight deadlines, cancelled futures, and sizes that
 * change all the time: each task has exactly one end, and the figures agree.
 */
@Timeout(120)
@SuppressWarnings("CollectionUndefinedEquality") // of futures it matters which one it is
class AdmissionTortureTest {

  private static final int PRODUCERS = 3;
  private static final int ROUNDS = 15;
  private static final int TASKS = 3_000; // of each producer and round

  /** A task that keeps its history. */
  private final class Traced implements Sheddable {
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger sheds = new AtomicInteger();
    private final AtomicInteger back = new AtomicInteger();
    private volatile boolean refused;
    private volatile Future<?> future = new CompletableFuture<>();
    private volatile boolean submitted;
    private final int work;

    private Traced(int work) {
      this.work = work;
    }

    @Override
    public void run() {
      runs.incrementAndGet();
      if (work == 1) {
        LockSupport.parkNanos(500_000);
      } else if (work < 20) {
        for (int i = 0; i < 50 * work; i++) {
          Thread.onSpinWait();
        }
      }
    }

    @Override
    public void shed(TaskShedException why) {
      assertThat(why.shedCause()).isNotNull();
      sheds.incrementAndGet();
      told.incrementAndGet();
    }

    private String history() {
      return "ran "
          + runs
          + ", shed "
          + sheds
          + ", handed back "
          + back
          + ", refused "
          + refused
          + ", "
          + (submitted ? future : "executed");
    }
  }

  private final AtomicLong told = new AtomicLong();
  private final long seed = Long.getLong("seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({
    "pool, DEADLINE, false",
    "pool, DEADLINE, true",
    "pool, FAIR, true",
    "limiter, DEADLINE, false",
    "limiter, NEWEST, true",
  })
  void everyTaskHasOneEnd(String target, Admission.Order order, boolean stops) throws Exception {
    System.out.println("AdmissionTortureTest: -Dseed=" + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      told.set(0);
      round(target, order, stops, random.nextLong());
    }
  }

  private void round(String target, Admission.Order order, boolean stops, long drawn)
      throws Exception {
    Random random = new Random(drawn);
    Admission rule = new DeadlineAdmission(5_000_000, order, OptionalLong.empty());
    int capacity = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(100);
    MeasuredExecutor executor =
        target.equals("pool")
            ? AdaptivePool.named("torture")
                .ungoverned()
                .workers(2)
                .keepAlive(Duration.ofNanos(200_000))
                .queueCapacity(capacity)
                .admission(rule)
                .build()
            : Limiter.named("torture")
                .ungoverned()
                .atMost(2)
                .queueCapacity(capacity)
                .admission(rule)
                .build();
    AtomicBoolean over = new AtomicBoolean();
    List<List<Traced>> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      List<Traced> own = new ArrayList<>();
      all.add(own);
      long seeded = random.nextLong();
      threads.add(new Thread(() -> produce(executor, new Random(seeded), own)));
    }
    long seeded = random.nextLong();
    Thread resizer =
        new Thread(() -> {
          Random dice = new Random(seeded);
          while (!over.get()) {
            resize(executor, 1 + dice.nextInt(6));
            LockSupport.parkNanos(300_000);
          }
        });
    resizer.start();
    threads.forEach(Thread::start);
    List<Runnable> back = new ArrayList<>();
    if (stops) {
      LockSupport.parkNanos(1_000_000 + random.nextInt(10_000_000));
      back.addAll(executor.shutdownNow());
    }
    for (Thread thread : threads) {
      thread.join();
    }
    executor.shutdown();
    assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).as(executor::toString).isTrue();
    over.set(true);
    resizer.join();
    check(executor, all.stream().flatMap(List::stream).toList(), back, drawn);
  }

  private static void resize(MeasuredExecutor executor, int workers) {
    if (executor instanceof AdaptivePool pool) {
      pool.control.resize(workers);
    } else if (executor instanceof Limiter limiter) {
      limiter.control.resize(workers);
    }
  }

  private void produce(MeasuredExecutor executor, Random random, List<Traced> own) {
    for (int i = 0; i < TASKS; i++) {
      Traced task = new Traced(random.nextInt(200));
      own.add(task);
      try {
        if (random.nextInt(3) > 0) {
          executor.execute(options(random), task);
        } else {
          task.submitted = true;
          task.future =
              executor.submit(
                  options(random),
                  () -> {
                    task.run();
                    return task;
                  });
          if (random.nextBoolean()) {
            task.future.cancel(false);
          }
        }
      } catch (RejectedExecutionException e) {
        task.refused = true;
      }
      if (random.nextInt(50) == 0) {
        LockSupport.parkNanos(random.nextInt(1_000_000));
      }
    }
  }

  private static TaskOptions options(Random random) {
    TaskOptions options = TaskOptions.kind("kind " + random.nextInt(3));
    if (random.nextBoolean()) {
      options = options.importance(Importance.values()[random.nextInt(4)]);
    }
    if (random.nextInt(3) == 0) {
      options = options.tenant("tenant " + random.nextInt(3));
    }
    return random.nextInt(3) > 0
        ? options.within(
            Duration.ofNanos(1 + random.nextInt(random.nextBoolean() ? 100_000 : 5_000_000)))
        : options;
  }

  private void check(MeasuredExecutor executor, List<Traced> all, List<Runnable> back, long drawn) {
    List<Future<?>> futuresBack = new ArrayList<>();
    for (Runnable task : back) {
      if (task instanceof Traced traced) {
        traced.back.incrementAndGet();
      } else {
        futuresBack.add((Future<?>) task);
      }
    }
    Set<Future<?>> asSet = Collections.newSetFromMap(new IdentityHashMap<>());
    asSet.addAll(futuresBack);
    assertThat(asSet).hasSameSizeAs(futuresBack);
    long refused = 0;
    long futuresShed = 0;
    for (Traced task : all) {
      boolean futureBack = asSet.contains(task.future);
      boolean futureShed = task.submitted && !task.refused && isShed(task.future);
      boolean cancelled = task.submitted && task.future.isCancelled();
      int ends =
          task.runs.get()
              + task.sheds.get()
              + task.back.get()
              + (task.refused ? 1 : 0)
              + (futureShed ? 1 : 0)
              + (futureBack && !cancelled ? 1 : 0)
              + (cancelled && task.runs.get() == 0 ? 1 : 0);
      assertThat(ends).as(() -> "seed " + seed + ", " + drawn + ": " + task.history()).isEqualTo(1);
      refused += task.refused ? 1 : 0;
      futuresShed += futureShed ? 1 : 0;
    }
    Observation seen = executor.lifetime();
    assertThat(executor.queued()).isZero();
    assertThat(seen.flow().rejected()).isEqualTo(refused);
    assertThat(seen.flow().arrived()).isEqualTo(all.size() - refused);
    assertThat(seen.flow().started()).isEqualTo(seen.flow().completed());
    assertThat(seen.size().queuedAtEnd()).as(() -> "seed " + seed + ", " + drawn).isZero();
    long shed = executor.shedTotals().tasks();
    long withoutRoom = executor.shedTotals().tasks(ShedCause.FULL);
    assertThat(seen.flow().shed()).isEqualTo(shed - withoutRoom);
    assertThat(shed).isBetween(told.get() + futuresShed, told.get() + all.size());
  }

  private static boolean isShed(Future<?> future) {
    if (!future.isDone()) {
      return false;
    }
    try {
      future.get();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof TaskShedException;
    } catch (CancellationException | InterruptedException e) {
      return false;
    }
  }
}
