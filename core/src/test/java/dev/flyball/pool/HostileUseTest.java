package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.control.Governor;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.StandardPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thread factories, tasks, policies and callbacks that misbehave; the pool does not. */
@Timeout(120)
class HostileUseTest {

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  /** A factory whose first thread waits for the latch and then fails. */
  private static ThreadFactory failsFirst(CountDownLatch entered, CountDownLatch release) {
    AtomicInteger made = new AtomicInteger();
    return task -> {
      if (made.incrementAndGet() == 1) {
        entered.countDown();
        try {
          release.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        throw new OutOfMemoryError("no thread (on purpose)");
      }
      return new Thread(task);
    };
  }

  @Test
  void aTaskThatReliedOnAStartThatFailedRunsAllTheSame() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("relies")
                .ungoverned()
                .workers(1)
                .threadFactory(failsFirst(entered, release)));
    AtomicReference<Throwable> refused = new AtomicReference<>();
    Thread first =
        new Thread(() -> {
          try {
            pool.execute(() -> {});
          } catch (RejectedExecutionException e) {
            refused.set(e);
          }
        });
    first.start();
    entered.await();
    Future<String> second = pool.submit(() -> "ran");
    release.countDown();
    assertThat(second.get()).isEqualTo("ran");
    first.join();
    assertThat(refused.get()).hasRootCauseMessage("no thread (on purpose)");
  }

  @Test
  void aShutdownDuringAStartThatFailsTerminates() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("ends")
                .ungoverned()
                .workers(1)
                .threadFactory(failsFirst(entered, release)));
    Thread first =
        new Thread(() ->
            assertThatThrownBy(() -> pool.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class));
    first.start();
    entered.await();
    pool.shutdown();
    release.countDown();
    first.join();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aPoolThatCanStartNobodyEndsAndCancelsWhatWaits() throws Exception {
    AtomicBoolean works = new AtomicBoolean(true);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("dead")
                .ungoverned()
                .workers(1)
                .threadFactory(task -> {
                  if (!works.get()) {
                    throw new OutOfMemoryError("no thread (on purpose)");
                  }
                  return new Thread(() -> {
                    task.run();
                  });
                }));
    CountDownLatch running = new CountDownLatch(1);
    pool.execute(() -> {
      running.countDown();
      pools.awaitGate();
      throw new IllegalStateException("reaches the handler (on purpose)");
    });
    running.await();
    works.set(false);
    Future<String> waiting = pool.submit(() -> "the one worker is still there");
    pool.shutdown();
    pools.openGate();
    assertThat(waiting.get()).isEqualTo("the one worker is still there");
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSubmitterThatWaitsForAFreeWorkerIsWokenWhenOneIsFree() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("handoff")
                .ungoverned()
                .workers(1)
                .queueCapacity(0)
                .keepAlive(Duration.ofHours(1))
                .rejection(Rejection.block(Duration.ofHours(1))));
    pool.execute(pools::awaitGate);
    AtomicBoolean ran = new AtomicBoolean();
    Thread submitter = new Thread(() -> pool.execute(() -> ran.set(true)));
    submitter.start();
    Await.until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
    pools.openGate();
    submitter.join();
    Await.until(ran::get);
  }

  @Test
  void anIdleWorkerIsCalledWhileAnotherIsStillStarting() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("slow")
                .ungoverned()
                .workers(2)
                .keepAlive(Duration.ofHours(1))
                .threadFactory(task -> {
                  if (made.incrementAndGet() == 2) {
                    try {
                      slow.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  }
                  return new Thread(task);
                }));
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    pool.execute(() -> {
      busy.countDown();
      Await.on(free);
    });
    busy.await();
    Thread starter = new Thread(() -> pool.execute(() -> {}));
    starter.start();
    Await.until(() -> made.get() == 2);
    free.countDown(); // worker 1 takes the second task, and then goes idle
    Await.until(() -> pool.lifetime().flow().completed() == 2);
    assertThat(pool.submit(() -> "ran").get()).isEqualTo("ran");
    slow.countDown();
    starter.join();
  }

  @Test
  void aPolicyThatNeverAnswersStopsNobody() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    SizingPolicy stuck =
        seen -> {
          asked.countDown();
          pools.awaitGate();
          throw new IllegalStateException("released (on purpose)");
        };
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("stuck").workers(2).governedBy(stuck).period(Duration.ofMillis(1)));
    asked.await();
    Governor governor = pool.governor().orElseThrow();
    assertThat(pool.toString()).contains("no advice yet");
    governor.override(5);
    assertThat(pool.workersTarget()).isEqualTo(5);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
    assertThat(pool.shutdownNow()).isEmpty();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aListenerMayShutThePoolDownInItsGovernorsThread() throws Exception {
    AdaptivePool pool = listened(Duration.ofMillis(1));
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  private AdaptivePool listened(Duration period) {
    AdaptivePool pool =
        pools.build(AdaptivePool.named("listener").governedBy(new FixedSize(2)).period(period));
    pool.governor().orElseThrow().addListener(decision -> pool.shutdown());
    return pool;
  }

  @Test
  void aListenerMayShutThePoolDownInTheThreadOfTheCallerThatPinsIt() throws Exception {
    AdaptivePool pool = listened(Duration.ofHours(1));
    pool.governor().orElseThrow().pin(3);
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anActionAtTheEndThatThrowsKeepsNoOtherFromRunning() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("actions").ungoverned());
    AtomicBoolean sawNotTerminated = new AtomicBoolean();
    pool.onTermination(() -> {
      throw new IllegalStateException("on purpose");
    });
    pool.onTermination(() -> sawNotTerminated.set(!pool.isTerminated()));
    pool.submit(() -> {}).get();
    pool.close();
    assertThat(sawNotTerminated).isTrue();
  }

  @Test
  void afterAShutdownTheOldestIsNotDiscarded() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("oldest")
                .ungoverned()
                .workers(1)
                .rejection(Rejection.discardOldest()));
    pool.execute(pools::awaitGate);
    Future<String> accepted = pool.submit(() -> "ran");
    pool.shutdown();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    pools.openGate();
    assertThat(accepted.get()).isEqualTo("ran");
  }

  @Test
  void aFutureThatThrowsWhenAskedHarmsNobody() throws Exception {
    AtomicReference<Throwable> owner = new AtomicReference<>();
    ThreadFactory threads =
        task -> {
          Thread made = new Thread(task);
          made.setUncaughtExceptionHandler((t, e) -> owner.set(e));
          return made;
        };
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("odd")
                .ungoverned()
                .workers(1)
                .keepAlive(Duration.ofHours(1))
                .threadFactory(threads));
    pool.execute(
        new FutureTask<>(() -> "never") {
          @Override
          public boolean isCancelled() {
            throw new IllegalStateException("on purpose");
          }
        });
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
    assertThat(owner.get()).hasMessage("on purpose");
  }

  @Test
  void workersAreNoDaemonsWhoeverStartsThem() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("plain").ungoverned().workers(1));
    AtomicBoolean daemon = new AtomicBoolean(true);
    Thread submitter =
        new Thread(() -> pool.execute(() -> daemon.set(Thread.currentThread().isDaemon())));
    submitter.setDaemon(true);
    submitter.start();
    submitter.join();
    Await.until(() -> pool.lifetime().flow().completed() == 1);
    assertThat(daemon).isFalse();
  }

  @Test
  void aRefusedTaskIsTakenInOnlyOnceHoweverOftenItIsOffered() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("twice")
                .ungoverned()
                .workers(1)
                .queueCapacity(1)
                .rejection(refusal -> {
                  pools.openGate();
                  while (!refusal.offerAgain()) {
                    Thread.onSpinWait();
                  }
                  assertThat(refusal.offerAgain()).isTrue();
                }));
    CountDownLatch running = new CountDownLatch(1);
    pool.execute(() -> {
      running.countDown();
      pools.awaitGate();
    });
    running.await();
    pool.execute(() -> {});
    pool.execute(runs::incrementAndGet);
    pool.close();
    assertThat(runs).hasValue(1);
    assertThat(pool.lifetime().flow().rejected()).isZero();
  }

  @Test
  void whatIsNotMeasuredIsNotZero() {
    AdaptivePool pool = pools.build(AdaptivePool.named("blind").unmeasured());
    assertThat(pool.measured()).isFalse();
    assertThatThrownBy(pool::lifetime).hasMessage("pool 'blind' was built unmeasured");
    assertThatThrownBy(pool::windows).hasMessage("pool 'blind' was built unmeasured");
  }

  @Test
  void durationsBeyondReasonAreRefused() {
    assertThatThrownBy(() ->
            AdaptivePool.named("x").ungoverned().keepAlive(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageStartingWith("keepAlive must be at most 365 days but was PT");
    assertThatThrownBy(() -> Rejection.block(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageStartingWith("waitMax must be at most 365 days but was PT");
    assertThatThrownBy(() -> AdaptivePool.named("x").period(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageStartingWith("period must be at most 365 days but was PT");
    assertThatThrownBy(() -> PollInterval.every(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageStartingWith("period must be at most 365 days but was PT");
    assertThatThrownBy(() -> StandardPolicy.settings().drain(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageStartingWith("drain must be at most 365 days but was PT");
  }

  @Test
  void aThreadThatItsFactoryHasStartedIsTurnedDownAndRunsNothing() throws Exception {
    List<Thread> made = new CopyOnWriteArrayList<>();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("eager")
                .ungoverned()
                .workers(2)
                .threadFactory(task -> {
                  Thread thread = new Thread(task);
                  made.add(thread);
                  thread.start();
                  return thread;
                }));
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> pool.execute(ran::incrementAndGet))
          .isInstanceOf(RejectedExecutionException.class)
          .rootCause()
          .hasMessageStartingWith("the thread factory must make a thread that is not started");
    }
    for (Thread thread : made) {
      thread.join();
    }
    assertThat(ran).hasValue(0);
    assertThat(pool.toString()).contains("0 alive, 0 busy, 0 queued");
  }

  @Test
  void aWorkerThatCouldNotBeStartedIsTriedAgainAtTheNextLook() throws Exception {
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("later")
                .ungoverned()
                .workers(2)
                .threadFactory(task -> made.incrementAndGet() == 2 ? null : new Thread(task)));
    CountDownLatch running = new CountDownLatch(1);
    pool.execute(() -> {
      running.countDown();
      pools.awaitGate();
    });
    running.await();
    CountDownLatch ran = new CountDownLatch(1);
    pool.execute(ran::countDown); // has to wait: its worker does not start
    assertThat(pool.queued()).isEqualTo(1);
    pool.control.observe();
    ran.await();
  }

  @Test
  void aTaskThatHangsInADenseStreamHoldsNobodyUp() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("dense").ungoverned().workers(4));
    for (int round = 0; round < 20; round++) {
      CountDownLatch later = new CountDownLatch(1);
      CountDownLatch all = new CountDownLatch(1);
      for (int i = 0; i < 20_000; i++) {
        pool.execute(() -> {});
      }
      pool.execute(() -> Await.on(later));
      for (int i = 0; i < 100; i++) {
        pool.execute(() -> {});
      }
      pool.execute(later::countDown);
      pool.execute(all::countDown);
      all.await();
    }
  }
}
