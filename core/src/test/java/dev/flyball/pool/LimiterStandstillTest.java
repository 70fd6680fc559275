package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that wait for tasks of their own limiter in ways that it cannot see end all the same. */
@Timeout(120)
class LimiterStandstillTest {

  private static final int BURST = 12;
  private static final int WIDTH = 3;

  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Limiter> limiters = new ArrayList<>();

  /** The limiters. */
  enum Plan {
    ONE(() -> plan(1)),
    FOUR(() -> plan(4)),
    OTHER_THREADS(() -> plan(2).threadFactory(Thread::new)),
    IN_A_LINE(() -> plan(2).deadline(Duration.ofMinutes(30))),
    GOVERNED(() -> Limiter.named("governed"));

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<LimiterBuilder> plan;

    Plan(Supplier<LimiterBuilder> plan) {
      this.plan = plan;
    }
  }

  private static LimiterBuilder plan(int limit) {
    return Limiter.named("stands").ungoverned().atMost(limit);
  }

  private Limiter build(LimiterBuilder plan) {
    Limiter made = plan.build();
    limiters.add(made);
    return made;
  }

  /** At the end each slot is back, and nothing is counted twice. */
  @AfterEach
  void eachEndsWithAllItsSlots() throws InterruptedException {
    gate.countDown();
    for (Limiter limiter : limiters) {
      limiter.shutdown();
      assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
      Await.until(() -> !limiter.toString().contains("seem"));
      assertThat(limiter.running()).isZero();
      assertThat(limiter.lifetime().flow().completed())
          .isEqualTo(limiter.lifetime().flow().started());
    }
  }

  private static int joined(Limiter limiter, int depth) {
    if (depth == 0) {
      return 1;
    }
    List<CompletableFuture<Integer>> inner = new ArrayList<>();
    for (int i = 0; i < WIDTH; i++) {
      inner.add(CompletableFuture.supplyAsync(() -> joined(limiter, depth - 1), limiter));
    }
    return inner.stream().mapToInt(CompletableFuture::join).sum();
  }

  @ParameterizedTest
  @EnumSource
  void joinsEnd(Plan which) throws Exception {
    Limiter limiter = build(which.plan.get());
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(limiter.submit(() -> joined(limiter, 2)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH * WIDTH);
    }
    limiter.shutdown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    int tasks = BURST * (1 + WIDTH + WIDTH * WIDTH);
    assertThat(limiter.lifetime().flow().arrived()).isEqualTo(tasks);
    assertThat(limiter.lifetime().flow().completed()).isEqualTo(tasks);
  }

  private static int taken(Limiter limiter, int depth) throws Exception {
    if (depth == 0) {
      return 1;
    }
    CompletionService<Integer> inner = new ExecutorCompletionService<>(limiter);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < WIDTH; i++) {
      futures.add(inner.submit(() -> taken(limiter, depth - 1)));
    }
    int ended = 0;
    for (Future<Integer> unused : futures) {
      ended += inner.take().get();
    }
    return ended;
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "FOUR", "IN_A_LINE"})
  void completionServicesEnd(Plan which) throws Exception {
    Limiter limiter = build(which.plan.get());
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      outer.add(limiter.submit(() -> taken(limiter, 2)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH * WIDTH);
    }
  }

  @Test
  void joinsEndWhileTheLimitChanges() throws Exception {
    Limiter limiter = build(plan(3));
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(limiter.submit(() -> joined(limiter, 2)));
    }
    for (int i = 0; outer.stream().anyMatch(one -> !one.isDone()); i++) {
      limiter.control.resize(1 + i % 5);
      assertThat(i).as(limiter.toString()).isLessThan(5_000);
      LockSupport.parkNanos(3_000_000);
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH * WIDTH);
    }
  }

  @Test
  void itIsStoppedWhileSlotsAreLent() throws Exception {
    Limiter limiter = build(plan(2));
    CountDownLatch allAreIn = new CountDownLatch(1); // or an inner task has the second slot
    for (int i = 0; i < BURST; i++) {
      limiter.execute(() -> {
        CompletionService<String> inner = new ExecutorCompletionService<>(limiter);
        try {
          allAreIn.await();
          Future<String> unused =
              inner.submit(() -> {
                gate.await();
                return "never";
              });
          Future<String> ended = inner.take();
          assertThat(ended).isNotNull();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
    }
    allAreIn.countDown();
    Await.until(() -> limiter.toString().contains("seem to"));
    limiter.shutdownNow();
    assertThat(limiter.awaitTermination(60, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
  }

  /** What has submitted the task that is waited for has ended, so no waiting task is known. */
  @Test
  void aTaskThatWaitsForOneThatAnotherHasSubmittedEnds() throws Exception {
    Limiter limiter = build(plan(1));
    CountDownLatch latch = new CountDownLatch(1);
    CountDownLatch bothAreIn = new CountDownLatch(1);
    limiter.execute(() -> {
      Await.until(() -> bothAreIn.getCount() == 0);
      limiter.execute(latch::countDown);
    });
    Future<?> waiting =
        limiter.submit(() -> {
          latch.await();
          return null;
        });
    bothAreIn.countDown();
    assertThat(waiting.get()).isNull();
  }

  /** It is looked at, for a task of its own has submitted one; but none of those waits. */
  @Test
  void whatHangsBehindALimiterIsNotDrowned() throws Exception {
    Limiter hangs = build(plan(2));
    assertThat(hangs.submit(() -> hangs.submit(() -> "inner").get()).get()).isEqualTo("inner");
    List<Future<?>> behind = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      behind.add(
          hangs.submit(() -> {
            gate.await();
            return null;
          }));
    }
    Limiter other = build(plan(1));
    assertThat(other.submit(() -> taken(other, 1)).get()).isEqualTo(WIDTH); // looked at as long
    assertThat(hangs.queued()).isEqualTo(18);
    assertThat(hangs.running()).isEqualTo(2);
    assertThat(hangs.toString()).doesNotContain("seem");
    gate.countDown();
    for (Future<?> one : behind) {
      assertThat(one.get()).isNull();
    }
  }

  @Test
  void theSuspicionIsTold() throws Exception {
    Limiter limiter = build(plan(2));
    CompletableFuture<String> held = new CompletableFuture<>();
    List<Future<String>> outer = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2); // or an inner task takes the second one's slot
    for (int i = 0; i < 2; i++) {
      outer.add(
          limiter.submit(() -> {
            both.countDown();
            both.await();
            return CompletableFuture.supplyAsync(held::join, limiter).join();
          }));
    }
    Await.until(() -> limiter.toString().contains("2 more seem to"));
    held.complete("in the end");
    for (Future<String> one : outer) {
      assertThat(one.get()).isEqualTo("in the end");
    }
  }
}
