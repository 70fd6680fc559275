package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tasks that join {@code CompletableFuture}s of their own executor, of which it knows what they
 * wait for: with two places, of which another task may hold one.
 */
@Timeout(120)
class JoinedTasksTest {

  private static final int BURST = 12;

  /** Longer than an executor is watched in vain. */
  private static final long WATCHED_NANOS = 2_000_000_000;

  /** The executors. */
  enum Two {
    WORKERS(() -> AdaptivePool.named("two").ungoverned().workers(2).build(), 200_000),
    SLOTS(() -> Limiter.named("two").ungoverned().atMost(2).build(), 20_000); // a thread each

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<ExecutorService> maker;

    private final int generations;

    Two(Supplier<ExecutorService> maker, int generations) {
      this.maker = maker;
      this.generations = generations;
    }
  }

  private static void ends(ExecutorService executor) throws InterruptedException {
    Await.until(() -> !executor.toString().contains("seem"));
    executor.shutdown();
    assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).as(executor.toString()).isTrue();
  }

  /** Runs until that has happened, so that not all are parked. */
  private static Future<?> awake(ExecutorService executor, CountDownLatch until) {
    return executor.submit(() -> {
      while (until.getCount() > 0) {
        Thread.sleep(1);
      }
      return null;
    });
  }

  /** A task that joins what it gives goes on while another one holds the second place. */
  private static void goesOnBesideAnotherTask(
      Two which, BiFunction<ExecutorService, Runnable, CompletableFuture<?>> given)
      throws Exception {
    ExecutorService executor = which.maker.get();
    CountDownLatch ran = new CountDownLatch(1);
    Future<?> awake = awake(executor, ran);
    executor.submit(() -> given.apply(executor, ran::countDown).join()).get();
    awake.get();
    ends(executor);
  }

  @ParameterizedTest
  @EnumSource
  void aJoinGoesOnBesideAnotherTask(Two which) throws Exception {
    goesOnBesideAnotherTask(which, (executor, last) -> CompletableFuture.runAsync(last, executor));
  }

  /** A task of a chain is given by the one before it, and waited for by the first one's giver. */
  @ParameterizedTest
  @EnumSource
  void aChainGoesOnBesideAnotherTask(Two which) throws Exception {
    goesOnBesideAnotherTask(
        which,
        (executor, last) ->
            CompletableFuture.runAsync(() -> {}, executor)
                .thenRunAsync(() -> {}, executor)
                .thenRunAsync(last, executor));
  }

  private static CompletableFuture<?> atWorkUntil(
      CountDownLatch ran, CountDownLatch atWork, ExecutorService executor) {
    return CompletableFuture.runAsync(
        () -> {
          atWork.countDown();
          Await.on(ran);
        },
        executor);
  }

  /** What waits is not of its own, but it occupies a place while it does nothing. */
  @ParameterizedTest
  @EnumSource
  void aTaskThatJoinsOneAtWorkMakesRoomForWhatWaits(Two which) throws Exception {
    ExecutorService executor = which.maker.get();
    CountDownLatch ran = new CountDownLatch(1);
    CountDownLatch atWork = new CountDownLatch(1);
    Future<?> outer = executor.submit(() -> atWorkUntil(ran, atWork, executor).join());
    atWork.await();
    executor.submit(ran::countDown).get();
    outer.get();
    ends(executor);
  }

  /** The same after it has waited for another task of its own, in a way that is seen. */
  @ParameterizedTest
  @EnumSource
  void aTaskThatJoinsLateMakesRoomForWhatWaits(Two which) throws Exception {
    ExecutorService executor = which.maker.get();
    CountDownLatch ran = new CountDownLatch(1);
    CountDownLatch atWork = new CountDownLatch(2);
    Future<?> outer =
        executor.submit(() -> {
          CompletableFuture<?> joined = atWorkUntil(ran, atWork, executor);
          Future<?> before =
              executor.submit(() -> {
                atWork.countDown();
                long beganNanos = System.nanoTime();
                Await.until(() -> System.nanoTime() - beganNanos > WATCHED_NANOS);
              });
          before.get();
          return joined.join();
        });
    atWork.await();
    executor.submit(ran::countDown).get();
    outer.get();
    ends(executor);
  }

  /** Or what is behind an executor would get more calls than its size says. */
  @ParameterizedTest
  @EnumSource
  void aTaskThatJoinsSomethingElseKeepsItsPlace(Two which) throws Exception {
    ExecutorService executor = which.maker.get();
    CompletableFuture<String> remote = new CompletableFuture<>();
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch given = new CountDownLatch(2);
    List<Future<String>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(
          executor.submit(() -> {
            calls.incrementAndGet();
            CompletableFuture<?> unused = CompletableFuture.runAsync(given::countDown, executor);
            return remote.join();
          }));
    }
    given.await();
    Await.until(() -> !executor.toString().contains("seem"));
    assertThat(calls).hasValue(2);
    remote.complete("at last");
    for (Future<String> one : outer) {
      assertThat(one.get()).isEqualTo("at last");
    }
    ends(executor);
  }

  /**
   * Were all before it counted, the last one would take as long as thousands; nor are they kept.
   */
  @ParameterizedTest
  @EnumSource
  void aTaskThatGivesItselfOnHasNoAncestors(Two which) throws Exception {
    ExecutorService executor = which.maker.get();
    Generations family = new Generations(executor, which.generations);
    executor.execute(() -> family.gives(0));
    assertThat(family.last.await(60, TimeUnit.SECONDS)).as("all generations").isTrue();
    Await.until(() -> {
      System.gc();
      return family.early.get() == null;
    });
    family.mayEnd.countDown();
    ends(executor);
  }

  /** Tasks each of which gives the next, and ends; but for the last one, which waits. */
  private static final class Generations {
    final ExecutorService executor;
    final int count;
    final CountDownLatch last = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    volatile WeakReference<Runnable> early = new WeakReference<>(null);

    Generations(ExecutorService executor, int count) {
      this.executor = executor;
      this.count = count;
    }

    void gives(int number) {
      Runnable next = () -> runs(number + 1);
      if (number == count / 2) {
        early = new WeakReference<>(next);
      }
      CompletableFuture<?> unused = CompletableFuture.runAsync(next, executor);
    }

    private void runs(int number) {
      if (number < count) {
        gives(number);
      } else {
        last.countDown();
        Await.on(mayEnd);
      }
    }
  }
}
