package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tasks that wait for tasks of their own pool in all ways that it knows, or give them away, each as
 * drawn, while its size changes at random: all end, and each place that was lent is back.
 */
@Timeout(120)
class JoinTortureTest {

  private static final int ROUNDS = 20;
  private static final int OUTER = 40;
  private static final int WIDTH_MAX = 3;
  private static final int DEPTH_MAX = 2;
  private static final int WORKERS_MAX = 5;

  private static final Pattern ALL_DONE = Pattern.compile(" 0 (busy|taken), 0 queued");

  private final long seed = Long.getLong("seed", System.nanoTime());

  /** How a task waits for one that it gives to its pool. */
  private enum Way {
    JOIN,
    CHAIN,
    SUBMIT,
    AWAY
  }

  @Test
  void allEndAndEachPlaceIsBack() throws Exception {
    System.out.println("JoinTortureTest: -Dseed=" + seed);
    for (int i = 0; i < ROUNDS; i++) {
      Random random = new Random(seed + i);
      int size = 1 + random.nextInt(WORKERS_MAX);
      round(AdaptivePool.named("joins").ungoverned().workers(size).build(), random);
      round(Limiter.named("joins").ungoverned().atMost(size).build(), random);
    }
  }

  private static <E extends ExecutorService & ManagedTarget> void round(E pool, Random random)
      throws Exception {
    AtomicLong given = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    Thread resizer = resizer(pool.control(), random.nextLong(), over);
    List<Future<?>> outer = new ArrayList<>();
    for (int i = 0; i < OUTER; i++) {
      long draw = random.nextLong();
      given.incrementAndGet();
      outer.add(pool.submit(() -> run(pool, given, draw, DEPTH_MAX)));
      if (random.nextInt(4) == 0) {
        LockSupport.parkNanos(random.nextInt(2_000_000));
      }
    }
    for (Future<?> one : outer) {
      assertThat(one.get()).isNull();
    }
    Await.until(() -> pool.lifetime().flow().completed() == given.get());
    over.set(true);
    resizer.join();
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(given.get());
    Await.until(() -> isAtRest(pool.toString()));
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).as(pool.toString()).isTrue();
  }

  /** Slots that were lent because it stood still are taken back at the next look. */
  private static boolean isAtRest(String pool) {
    return ALL_DONE.matcher(pool).find()
        && !pool.contains("tasks of their own")
        && !pool.contains("seem");
  }

  private static Thread resizer(Resizable size, long draw, AtomicBoolean over) {
    Random random = new Random(draw);
    Thread resizer =
        new Thread(() -> {
          while (!over.get()) {
            size.resize(1 + random.nextInt(WORKERS_MAX));
            LockSupport.parkNanos(1 + random.nextInt(2_000_000));
          }
        });
    resizer.start();
    return resizer;
  }

  private static void run(ExecutorService pool, AtomicLong given, long draw, int depth) {
    Random random = new Random(draw);
    LockSupport.parkNanos(random.nextInt(500_000));
    List<CompletableFuture<?>> joined = new ArrayList<>();
    List<Future<?>> gotten = new ArrayList<>();
    for (int i = depth == 0 ? 0 : random.nextInt(1 + WIDTH_MAX); i > 0; i--) {
      long next = random.nextLong();
      Runnable task = () -> run(pool, given, next, depth - 1);
      given.incrementAndGet();
      switch (Way.values()[random.nextInt(Way.values().length)]) {
        case JOIN -> joined.add(CompletableFuture.runAsync(task, pool));
        case CHAIN -> {
          given.incrementAndGet();
          joined.add(CompletableFuture.runAsync(() -> {}, pool).thenRunAsync(task, pool));
        }
        case SUBMIT -> gotten.add(pool.submit(task));
        case AWAY -> {
          CompletableFuture<?> unused = CompletableFuture.runAsync(task, pool);
        }
      }
    }
    try {
      for (Future<?> one : gotten) {
        Object unused = one.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
    joined.forEach(CompletableFuture::join);
  }
}
