package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Await;
import dev.flyball.policy.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PermitsAdmissionTest {

  private static final Duration LONG = Duration.ofHours(1);

  private static Thread thread(Body body) {
    Thread thread =
        new Thread(() -> {
          try {
            body.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    thread.start();
    return thread;
  }

  @FunctionalInterface
  private interface Body {
    void run() throws InterruptedException;
  }

  private static void awaitQueued(Permits permits, int threads) {
    Await.until(() -> permits.queued() == threads);
  }

  @Test
  void theImportantOnesAreServedFirst() throws Exception {
    Permits permits = Permits.named("db").atMost(1).ungoverned().build();
    permits.acquire();
    List<Importance> order = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (Importance importance :
        List.of(Importance.NORMAL, Importance.LOW, Importance.CRITICAL, Importance.HIGH)) {
      threads.add(
          thread(() -> {
            permits.acquire(TaskOptions.NONE.importance(importance));
            order.add(importance);
            permits.release();
          }));
      awaitQueued(permits, threads.size());
    }
    permits.release();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(order).containsExactly(Importance.values());
    assertThat(permits.held()).isZero();
  }

  @Test
  void aWaitingThreadIsToldAtItsDeadlineThoughNoPermitIsReleased() throws Exception {
    Permits permits = Permits.named("db").atMost(1).ungoverned().build();
    permits.acquire();
    TaskOptions soon = TaskOptions.kind("query").within(Duration.ofMillis(5));
    List<Duration> waits = new ArrayList<>();
    permits.onShed((kind, importance, waited, why) -> waits.add(waited));
    TaskShedException shed =
        catchThrowableOfType(TaskShedException.class, () -> permits.acquire(soon));
    assertThat(shed.shedCause()).isEqualTo(ShedCause.EXPIRED);
    assertThat(shed).hasMessageContaining("permits 'db'");
    assertThat(waits).hasSize(1).allMatch(waited -> waited.toMillis() >= 5);
    assertThat(permits.queued()).isZero();
    assertThat(permits.shedTotals().tasks(ShedCause.EXPIRED)).isEqualTo(1);
    assertThat(permits.lifetime().flow().shed()).isEqualTo(1);
    assertThat(permits.lifetime().size().queuedAtEnd()).isZero();
    assertThat(Deadline.current()).isEmpty();
    permits.release();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void theDeadlineOfTheBuilderIsThatOfThreadsThatBringNone() throws Exception {
    Permits permits =
        Permits.named("db").atMost(1).ungoverned().deadline(Duration.ofMillis(5)).build();
    permits.acquire(TaskOptions.NONE.within(LONG));
    assertThat(catchThrowableOfType(TaskShedException.class, permits::acquire)).isNotNull();
    permits.release();
  }

  @Test
  void aThreadKnowsItsDeadlineWhileItHasThePermit() throws Exception {
    Permits permits = Permits.named("db").atMost(2).ungoverned().build();
    Deadline outer = Deadline.in(LONG);
    Deadline inner = Deadline.in(Duration.ofMinutes(1));
    permits.acquire(TaskOptions.NONE.by(outer));
    assertThat(Deadline.current()).contains(outer);
    assertThat(permits.tryAcquire(TaskOptions.NONE.by(inner))).isTrue();
    assertThat(Deadline.current()).contains(inner);
    permits.release();
    assertThat(Deadline.current()).contains(outer);
    Thread other = thread(permits::release);
    other.join();
    assertThat(Deadline.current()).isEmpty();
  }

  @Test
  void permitsMayBeReleasedInAnyOrder() throws Exception {
    Permits first = Permits.named("first").atMost(1).ungoverned().build();
    Permits second = Permits.named("second").atMost(1).ungoverned().build();
    Deadline outer = Deadline.in(LONG);
    Deadline inner = Deadline.in(Duration.ofMinutes(1));
    first.acquire(TaskOptions.NONE.by(outer));
    second.acquire(TaskOptions.NONE.by(inner));
    first.release();
    assertThat(Deadline.current()).contains(inner);
    second.release();
    assertThat(Deadline.current()).isEmpty();
  }

  @Test
  void aPermitMayBeHeldLongerThanADeadlineHolds() throws Exception {
    Permits permits = Permits.named("db").atMost(1).ungoverned().build();
    Deadline inner = Deadline.in(Duration.ofMinutes(1));
    Deadline.in(LONG)
        .run(() -> assertThat(permits.tryAcquire(TaskOptions.NONE.by(inner))).isTrue());
    assertThat(Deadline.current()).contains(inner);
    permits.release();
    assertThat(Deadline.current()).isEmpty();
  }

  @Test
  void aPermitThatIsReleasedInALaterTaskLeavesThatTaskItsDeadline() throws Exception {
    Permits permits = Permits.named("db").atMost(1).ungoverned().build();
    TaskOptions minute = TaskOptions.NONE.within(Duration.ofMinutes(1));
    try (AdaptivePool pool = AdaptivePool.named("pool").workers(1).ungoverned().build()) {
      assertThat(pool.submit(minute, () -> permits.tryAcquire(minute)).get()).isTrue();
      assertThat(
              pool.submit(
                      () -> {
                        permits.release();
                        return Deadline.current();
                      })
                  .get())
          .isEmpty();
    }
  }

  @Test
  void aThreadThatWaitedKnowsItsDeadline() throws Exception {
    Permits permits = Permits.named("db").atMost(1).ungoverned().build();
    permits.acquire();
    Deadline deadline = Deadline.in(LONG);
    CompletableFuture<Object> seen = new CompletableFuture<>();
    Thread waits =
        thread(() -> {
          permits.acquire(TaskOptions.NONE.by(deadline));
          seen.complete(Deadline.current().orElseThrow());
          permits.release();
          seen.complete(Deadline.current());
        });
    awaitQueued(permits, 1);
    permits.release();
    waits.join();
    assertThat(seen.get()).isEqualTo(deadline);
  }

  /** Turns all away. */
  private record Closed() implements Admission {
    @Override
    public Verdict arriving(Arrival task, PoolState now) {
      return Verdict.out(ShedCause.GONE, Reason.of("closed"), 1_000_000, this);
    }

    @Override
    public Verdict starting(Arrival task, PoolState now) {
      return Verdict.in(this);
    }
  }

  @Test
  void anotherRuleIsAskedAboutEveryThread() {
    Permits permits = Permits.named("db").atMost(1).ungoverned().admission(new Closed()).build();
    TaskShedException shed = catchThrowableOfType(TaskShedException.class, permits::acquire);
    assertThat(shed.shedCause()).isEqualTo(ShedCause.GONE);
    assertThat(shed.retryAfter()).isEqualTo(Duration.ofMillis(1));
    assertThat(permits.lifetime().flow().rejected()).isEqualTo(1);
  }

  @Test
  void aDetachedPermitIsReleasedByNameAndTheThreadForgetsIt() throws Exception {
    Deadline first = Deadline.in(Duration.ofMinutes(1));
    Deadline second = Deadline.in(Duration.ofMinutes(2));
    try (Permits permits = Permits.named("detached").atMost(3).ungoverned().build()) {
      permits.acquire(TaskOptions.kind("a").by(first));
      Runnable release = permits.detach();
      assertThat(Deadline.current()).isEmpty();
      assertThat(permits.held()).isEqualTo(1);
      assertThatThrownBy(permits::release).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(permits::detach).isInstanceOf(IllegalStateException.class);
      permits.acquire(TaskOptions.kind("b").by(second));
      Thread other =
          new Thread(() -> {
            release.run();
            release.run();
          });
      other.start();
      other.join();
      assertThat(permits.held()).isEqualTo(1);
      assertThat(Deadline.current()).contains(second);
      permits.release();
      assertThat(permits.held()).isZero();
      assertThat(permits.lifetime().flow().completed()).isEqualTo(2);
    }
  }

  @Test
  void everyThreadHasItsPermitOrIsTold() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("PermitsAdmissionTest: -Dseed=" + seed);
    Permits permits = Permits.named("db").atMost(2).ungoverned().build();
    AtomicInteger held = new AtomicInteger();
    AtomicInteger had = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(seed + i);
      threads.add(
          thread(() -> {
            for (int n = 0; n < 500; n++) {
              TaskOptions options =
                  TaskOptions.kind("kind " + random.nextInt(3))
                      .importance(Importance.values()[random.nextInt(4)]);
              if (random.nextInt(3) > 0) {
                options = options.within(Duration.ofNanos(1 + random.nextInt(1_000_000)));
              }
              try {
                permits.acquire(options);
              } catch (TaskShedException e) {
                told.incrementAndGet();
                continue;
              }
              assertThat(held.incrementAndGet()).isLessThanOrEqualTo(2);
              had.incrementAndGet();
              if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(200_000));
              }
              held.decrementAndGet();
              permits.release();
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(had.get() + told.get()).isEqualTo(8 * 500);
    assertThat(permits.shedTotals().tasks()).isEqualTo(told.get());
    assertThat(permits.lifetime().flow().completed()).isEqualTo(had.get());
    assertThat(permits.lifetime().size().queuedAtEnd()).isZero();
    assertThat(permits.available()).isEqualTo(2);
  }
}
