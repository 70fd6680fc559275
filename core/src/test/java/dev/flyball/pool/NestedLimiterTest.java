package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of a limiter that wait for tasks of the same limiter do not lock it up. */
@Timeout(120)
class NestedLimiterTest {

  private static final int WIDTH = 3;
  private static final int DEPTH = 4;

  private final List<Limiter> limiters = new ArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger runningMost = new AtomicInteger();

  private static LimiterBuilder plan(int limit) {
    return Limiter.named("nested").ungoverned().atMost(limit);
  }

  static Stream<LimiterBuilder> plans() {
    return Stream.of(
        plan(1),
        plan(2),
        plan(7),
        plan(1).threadFactory(Thread::new),
        plan(2).deadline(Duration.ofHours(1)));
  }

  private Limiter build(LimiterBuilder plan) {
    Limiter made = plan.build();
    limiters.add(made);
    return made;
  }

  /** At the end nothing is lent, and nothing is counted twice. */
  @AfterEach
  void eachEndsWithAllItsSlots() throws InterruptedException {
    for (Limiter limiter : limiters) {
      limiter.shutdown();
      assertThat(limiter.awaitTermination(60, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
      assertThat(limiter.running()).isZero();
      assertThat(limiter.toString()).doesNotContain("wait for tasks");
      assertThat(limiter.lifetime().flow().completed())
          .isEqualTo(limiter.lifetime().flow().started());
    }
  }

  private int leaves(ExecutorService limiter, int depth) throws Exception {
    if (depth == 0) {
      runningMost.accumulateAndGet(running.incrementAndGet(), Math::max);
      Thread.onSpinWait();
      running.decrementAndGet();
      return 1;
    }
    int sum = 0;
    Callable<Integer> child = () -> leaves(limiter, depth - 1);
    for (Future<Integer> one : limiter.invokeAll(Collections.nCopies(WIDTH, child))) {
      sum += one.get();
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("plans")
  void tasksThatWaitForOneAnotherAllEnd(LimiterBuilder plan) throws Exception {
    Limiter limiter = build(plan);
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      outer.add(limiter.submit(() -> leaves(limiter, DEPTH)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(81);
    }
    assertThat(runningMost.get()).isLessThanOrEqualTo(limiter.workersTarget());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void theFirstOfSeveralIsEnough(LimiterBuilder plan) throws Exception {
    Limiter limiter = build(plan);
    List<Callable<String>> both = List.of(() -> "one", () -> "two");
    List<Future<String>> outer = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      outer.add(limiter.submit(() -> limiter.invokeAny(both)));
    }
    for (Future<String> one : outer) {
      assertThat(one.get()).isIn("one", "two");
    }
  }

  @Test
  void aTaskWhoseTimeIsOverTakesItsSlotBack() throws Exception {
    Limiter limiter = build(plan(1));
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Future<?> outer =
        limiter.submit(() -> {
          Future<?> inner =
              limiter.submit(() -> {
                gate.await();
                return null;
              });
          assertThatThrownBy(() -> inner.get(1, TimeUnit.MILLISECONDS))
              .isInstanceOf(TimeoutException.class);
          goesOn.await();
          return null;
        });
    Await.until(() -> limiter.running() == 2); // the one in the lent slot, and the one that goes on
    Future<String> next = limiter.submit(() -> "started");
    gate.countDown();
    Await.until(() -> limiter.running() == 1);
    assertThat(limiter.queued()).isEqualTo(1);
    goesOn.countDown();
    outer.get();
    assertThat(next.get()).isEqualTo("started");
  }

  @Test
  void aTaskThatIsWaitedForGoesBeforeOthersAndSaysSo() throws Exception {
    Limiter limiter = build(plan(1));
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch submitted = new CountDownLatch(1);
    Future<?> outer =
        limiter.submit(() -> {
          submitted.await();
          return limiter
              .submit(() -> {
                begun.countDown();
                gate.await();
                return order.add("inner");
              })
              .get();
        });
    Future<?> other = limiter.submit(() -> order.add("other"));
    submitted.countDown();
    begun.await();
    assertThat(limiter.toString()).contains("1 tasks wait for tasks of their own limiter");
    assertThat(limiter.control().note()).isPresent();
    gate.countDown();
    outer.get();
    other.get();
    assertThat(order).containsExactly("inner", "other");
  }

  @Test
  void aWaitForATaskThatIsCancelledEnds() throws Exception {
    Limiter limiter = build(plan(1));
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Future<Boolean> outer =
        limiter.submit(() -> {
          Future<?> inner =
              limiter.submit(() -> {
                started.countDown();
                never.await();
                return null;
              });
          Thread canceller =
              new Thread(() -> {
                try {
                  started.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                inner.cancel(true);
              });
          canceller.start();
          assertThatThrownBy(inner::get).isInstanceOf(CancellationException.class);
          return inner.isCancelled();
        });
    assertThat(outer.get()).isTrue();
  }

  @Test
  void tasksThatWaitForRoomInTheirOwnLimiterMakeIt() throws Exception {
    Limiter limiter =
        build(plan(2).queueCapacity(1).rejection(Rejection.block(Duration.ofMinutes(1))));
    AtomicInteger ran = new AtomicInteger();
    List<Future<?>> outer = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      outer.add(
          limiter.submit(() -> {
            for (int inner = 0; inner < 10; inner++) {
              limiter.execute(ran::incrementAndGet);
            }
          }));
    }
    for (Future<?> one : outer) {
      one.get();
    }
    Await.until(() -> ran.get() == 100);
  }

  private static long recentNanos(Limiter limiter, String kind) {
    return Objects.requireNonNull(limiter.kinds().get(kind)).recentNanos().orElseThrow();
  }

  @Test
  void aWaitIsNoService() throws Exception {
    Limiter limiter = build(plan(1));
    CountDownLatch gate = new CountDownLatch(1);
    Future<?> outer =
        limiter.submit(
            "outer",
            () ->
                limiter
                    .submit(
                        "inner",
                        () -> {
                          gate.await();
                          return null;
                        })
                    .get());
    Await.until(() -> limiter.toString().contains("wait for tasks"));
    long beganNanos = System.nanoTime();
    Await.until(() -> System.nanoTime() - beganNanos > 50_000_000);
    gate.countDown();
    outer.get();
    limiter.shutdown();
    Await.until(limiter::isTerminated);
    long outerNanos = recentNanos(limiter, "outer");
    long innerNanos = recentNanos(limiter, "inner");
    assertThat(innerNanos).isGreaterThanOrEqualTo(50_000_000);
    assertThat(outerNanos).isLessThan(innerNanos / 2);
  }
}
