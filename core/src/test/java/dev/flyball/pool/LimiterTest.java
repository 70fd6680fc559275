package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Await;
import dev.flyball.base.VirtualThreads;
import dev.flyball.measure.ArrivalSampler;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a limiter does beyond the contract of every executor. */
@Timeout(120)
class LimiterTest {

  private final List<Limiter> made = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Integer> started = Collections.synchronizedList(new ArrayList<>());

  private Limiter build(LimiterBuilder plan) {
    Limiter limiter = plan.build();
    made.add(limiter);
    return limiter;
  }

  @AfterEach
  void end() throws InterruptedException {
    gate.countDown();
    for (Limiter limiter : made) {
      limiter.shutdownNow();
      assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
    }
  }

  /** A task that notes its start and waits at the gate. */
  private Runnable waiting(int number) {
    return () -> {
      started.add(number);
      Await.on(gate);
    };
  }

  private void awaitStarted(int tasks) {
    Await.until(() -> started.size() == tasks);
  }

  @Test
  void aThreadWithAStartOfItsOwnIsStartedByThat() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    class Own extends Thread {
      Own(Runnable task) {
        super(task);
      }

      @Override
      public synchronized void start() {
        starts.incrementAndGet();
        super.start();
      }
    }
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1).threadFactory(Own::new));
    assertThat(limiter.submit(() -> 5).get(10, TimeUnit.SECONDS)).isEqualTo(5);
    assertThat(starts).hasValue(1);
  }

  @Test
  void noMoreTasksRunThanTheLimitAndTheOthersWaitWithoutAThread() {
    AtomicInteger threads = new AtomicInteger();
    ThreadFactory counting =
        task -> {
          threads.incrementAndGet();
          return new Thread(task);
        };
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(3).threadFactory(counting));
    for (int i = 0; i < 10; i++) {
      limiter.execute(waiting(i));
    }
    awaitStarted(3);
    assertThat(limiter.running()).isEqualTo(3);
    assertThat(limiter.queued()).isEqualTo(7);
    assertThat(threads).hasValue(3);
    assertThat(limiter).hasToString("limiter 'orders' (running): 3 places, 3 taken, 7 queued");
  }

  @Test
  void growingStartsWhoWaitAtOnceInTheOrderOfTheirArrival() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1));
    for (int i = 0; i < 6; i++) {
      limiter.execute(waiting(i));
    }
    awaitStarted(1);
    for (int limit = 2; limit <= 6; limit++) {
      limiter.control.resize(limit);
      assertThat(limiter.running()).isEqualTo(limit);
      awaitStarted(limit);
    }
    assertThat(started).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void shrinkingReturnsAtOnceAndInterruptsNothing() throws Exception {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(4));
    CountDownLatch[] ends = new CountDownLatch[6];
    AtomicBoolean interrupted = new AtomicBoolean();
    for (int i = 0; i < ends.length; i++) {
      CountDownLatch mayEnd = new CountDownLatch(1);
      ends[i] = mayEnd;
      int number = i;
      limiter.execute(() -> {
        started.add(number);
        try {
          mayEnd.await();
        } catch (InterruptedException e) {
          interrupted.set(true);
        }
      });
    }
    awaitStarted(4);
    limiter.control.resize(1);
    assertThat(limiter.running()).isEqualTo(4);
    assertThat(limiter.workersTarget()).isEqualTo(1);
    assertThat(limiter.workersCurrent()).isEqualTo(4);
    for (int i = 0; i < 3; i++) {
      ends[i].countDown();
      int left = 3 - i;
      Await.until(() -> limiter.running() == left);
      assertThat(limiter.queued()).isEqualTo(2);
    }
    ends[3].countDown();
    awaitStarted(5);
    assertThat(limiter.queued()).isEqualTo(1);
    ends[4].countDown();
    ends[5].countDown();
    awaitStarted(6);
    assertThat(started.subList(4, 6)).containsExactly(4, 5);
    assertThat(interrupted).isFalse();
  }

  @Test
  void aFullQueueRefusesAndSaysWhy() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1).queueCapacity(2));
    for (int i = 0; i < 3; i++) {
      limiter.execute(waiting(i));
    }
    assertThatThrownBy(() -> limiter.execute(waiting(3)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage(
            "task rejected by limiter 'orders' (running): 1 places, 1 taken, 2 queued of at most"
                + " 2");
    assertThat(limiter.lifetime().flow().rejected()).isEqualTo(1);
  }

  @Test
  void withoutAQueueATaskIsTakenOnlyWhenItCanStart() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1).queueCapacity(0));
    limiter.execute(waiting(0));
    assertThatThrownBy(() -> limiter.execute(waiting(1)))
        .isInstanceOf(RejectedExecutionException.class);
    limiter.control.resize(2);
    limiter.execute(waiting(2));
    awaitStarted(2);
    assertThat(started).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void aSubmitterMayWaitForRoom() throws Exception {
    Limiter limiter =
        build(
            Limiter.named("orders")
                .ungoverned()
                .atMost(1)
                .queueCapacity(1)
                .rejection(Rejection.block(Duration.ofSeconds(30))));
    limiter.execute(waiting(0));
    limiter.execute(waiting(1));
    Thread submitter = new Thread(() -> limiter.execute(waiting(2)));
    submitter.start();
    Await.until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
    assertThat(limiter.queued()).isEqualTo(1);
    gate.countDown();
    submitter.join();
    awaitStarted(3);
    assertThat(started).containsExactly(0, 1, 2);
  }

  @Test
  void whoWaitsForRoomIsRefusedWhenAllIsShutDown() throws Exception {
    Limiter limiter =
        build(
            Limiter.named("orders")
                .ungoverned()
                .atMost(1)
                .queueCapacity(0)
                .rejection(Rejection.block(Duration.ofSeconds(30))));
    limiter.execute(waiting(0));
    AtomicReference<Throwable> refusal = new AtomicReference<>();
    Thread submitter = new Thread(() -> limiter.execute(waiting(1)));
    submitter.setUncaughtExceptionHandler((thread, failure) -> refusal.set(failure));
    submitter.start();
    Await.until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
    limiter.shutdown();
    submitter.join();
    assertThat(refusal.get()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void theOldestMayBeDroppedForTheYoungest() throws Exception {
    Limiter limiter =
        build(
            Limiter.named("orders")
                .ungoverned()
                .atMost(1)
                .queueCapacity(1)
                .rejection(Rejection.discardOldest()));
    limiter.execute(waiting(0));
    Future<?> oldest = limiter.submit(waiting(1));
    limiter.execute(waiting(2));
    assertThatThrownBy(oldest::get).isInstanceOf(CancellationException.class);
    gate.countDown();
    awaitStarted(2);
    assertThat(started).containsExactly(0, 2);
  }

  @Test
  void eachTaskHasAThreadThatNoTaskHadBefore() throws Exception {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1));
    ThreadLocal<String> mine = new ThreadLocal<>();
    InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    List<Future<Thread>> threads = new ArrayList<>();
    limiter.execute(waiting(0)); // so that the others are started by those before them
    for (int i = 0; i < 50; i++) {
      threads.add(
          limiter.submit(() -> {
            assertThat(mine.get()).isNull();
            assertThat(inherited.get()).isNull();
            mine.set("left behind");
            inherited.set("left behind");
            return Thread.currentThread();
          }));
    }
    gate.countDown();
    List<Thread> seen = new ArrayList<>();
    for (Future<Thread> thread : threads) {
      seen.add(thread.get());
    }
    assertThat(seen).doesNotHaveDuplicates();
    assertThat(seen).allSatisfy(thread -> assertThat(thread.getName()).isEqualTo("orders"));
    assertThat(VirtualThreads.isVirtual(seen.get(0))).isEqualTo(Runtime.version().feature() >= 21);
    assertThat(seen.get(0).getContextClassLoader())
        .isEqualTo(Thread.currentThread().getContextClassLoader());
  }

  @Test
  void whatATaskThrowsReachesTheHandlerOfItsThreadBeforeTheNextStarts() throws Exception {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    ThreadFactory factory =
        task -> {
          Thread thread = new Thread(task);
          thread.setUncaughtExceptionHandler((t, failure) -> told.add(failure.getMessage()));
          return thread;
        };
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1).threadFactory(factory));
    limiter.execute(() -> {
      throw new IllegalStateException("on purpose");
    });
    limiter.execute(() -> {
      throw new AssertionError("an error");
    });
    assertThat(limiter.submit(() -> List.copyOf(told)).get())
        .containsExactly("on purpose", "an error");
    limiter.shutdown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(limiter.lifetime().flow().failed()).isEqualTo(2);
  }

  @Test
  void aFailedFutureCountsAsFailed() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(2));
    Future<?> failing =
        limiter.submit(() -> {
          throw new IllegalStateException("on purpose");
        });
    assertThatThrownBy(failing::get).isInstanceOf(ExecutionException.class);
    Await.until(() -> limiter.running() == 0);
    assertThat(limiter.lifetime().flow().failed()).isEqualTo(1);
  }

  @Test
  void countsAreExactWhereFewTasksAreClocked() throws Exception {
    int tasks = Runtime.version().feature() >= 21 ? 100_000 : 5_000;
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(200));
    for (int i = 0; i < tasks; i++) {
      boolean fails = i % 10 == 0;
      Future<?> unused =
          limiter.submit(() -> {
            if (fails) {
              throw new IllegalStateException("on purpose");
            }
          });
    }
    limiter.shutdown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    Observation life = limiter.lifetime();
    assertThat(life.flow().arrived()).isEqualTo(tasks);
    assertThat(life.flow().started()).isEqualTo(tasks);
    assertThat(life.flow().completed()).isEqualTo(tasks);
    assertThat(life.flow().failed()).isEqualTo(tasks / 10);
    assertThat(life.size().queuedAtEnd()).isZero();
    // One drawn task of a block stands for all of it, so a block that has only begun counts as none
    // or as whole; there is one in each stripe.
    assertThat(life.times().responseQuantiles().count())
        .isCloseTo(tasks, within(tasks / 100L + ArrivalSampler.STRIDE_MAX));
  }

  @Test
  void kindsAreToldApart() throws Exception {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(2));
    limiter.submit("invoice", () -> 1).get();
    limiter.execute("mail", () -> {});
    Await.until(() -> limiter.running() == 0);
    assertThat(limiter.kinds()).containsOnlyKeys("invoice", "mail");
  }

  @Test
  void aTaskCancelledWhileItWaitsNeedsNoThreadAndIsWithdrawn() throws Exception {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1));
    limiter.execute(waiting(0));
    Future<?> cancelled = limiter.submit(waiting(1));
    Future<?> kept = limiter.submit(waiting(2));
    cancelled.cancel(true);
    gate.countDown();
    kept.get();
    assertThat(started).containsExactly(0, 2);
    Await.until(() -> limiter.running() == 0);
    Observation life = limiter.lifetime();
    assertThat(life.flow().arrived()).isEqualTo(3);
    assertThat(life.flow().completed()).isEqualTo(2);
    assertThat(life.size().queuedAtEnd()).isZero();
  }

  @Test
  void shutdownNowInterruptsEveryTaskThatRuns() throws Exception {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(100));
    AtomicInteger interrupted = new AtomicInteger();
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(100);
    for (int i = 0; i < 150; i++) {
      limiter.execute(() -> {
        running.countDown();
        try {
          never.await();
        } catch (InterruptedException e) {
          interrupted.incrementAndGet();
        }
      });
    }
    running.await();
    assertThat(limiter.shutdownNow()).hasSize(50);
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).hasValue(100);
    assertThat(limiter).hasToString("limiter 'orders' (terminated): 100 places, 0 taken, 0 queued");
  }

  @Test
  void itIsSizedByAPolicyLikeAnyPool() {
    Limiter limiter =
        build(
            Limiter.named("orders")
                .atMost(1)
                .governedBy(new FixedSize(5))
                .limits(2, 4)
                .period(Duration.ofMillis(10)));
    Await.until(() -> limiter.workersTarget() == 4);
    Await.until(() -> limiter.governor().orElseThrow().journal().changes() == 1);
    assertThat(limiter.toString()).contains("limits 2..4", "last advice 4 workers");
  }

  @Test
  void aTaskThatHasToWaitIsReported() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(1).queueCapacity(1));
    AtomicInteger alarms = new AtomicInteger();
    assertThat(limiter.control.onSaturation(alarms::incrementAndGet)).isTrue();
    limiter.execute(waiting(0));
    assertThat(alarms).hasValue(0);
    limiter.execute(waiting(1));
    assertThat(alarms).hasValue(1);
    assertThatThrownBy(() -> limiter.execute(waiting(2)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(alarms).hasValue(2);
  }

  @Test
  void closingWaitsForEveryTask() {
    Limiter limiter = build(Limiter.named("orders").ungoverned().atMost(2));
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      limiter.execute(ran::incrementAndGet);
    }
    limiter.close();
    assertThat(limiter.isTerminated()).isTrue();
    assertThat(ran).hasValue(100);
  }

  @Test
  void mistakesAreNamedWhereTheyAreMade() {
    Limiter limiter = build(Limiter.named("orders").ungoverned());
    assertThatThrownBy(() -> limiter.control.resize(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> Limiter.named(" ").ungoverned())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Limiter.named("orders").ungoverned().atMost(0))
        .hasMessage("atMost must be at least 1 but was 0");
    assertThatThrownBy(() -> Limiter.named("orders").ungoverned().queueCapacity(-1))
        .hasMessage("queueCapacity must be at least 0 but was -1");
    assertThatThrownBy(() -> Limiter.named("orders").ungoverned().limits(1, 2).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "limiter 'orders' must be governed to have limits but was built without a policy");
  }
}
