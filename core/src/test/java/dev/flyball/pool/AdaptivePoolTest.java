package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Await;
import dev.flyball.control.Decision;
import dev.flyball.control.Journal;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the pool does beyond the contract of an executor: sizes, rejections, kinds and figures. */
@Timeout(120)
class AdaptivePoolTest {

  private static final int HAND_OFFS = 10_000;
  private static final int LATER_NANOS_MAX = 100_000;

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  @Test
  void noWorkerExistsBeforeTheFirstTask() {
    AdaptivePool pool = pools.build(AdaptivePool.named("lazy").ungoverned().workers(8));
    assertThat(pool.workersCurrent()).isZero();
    assertThat(pool.workersTarget()).isEqualTo(8);
  }

  @Test
  void growingStartsWorkersForTasksThatWait() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("grow").ungoverned().workers(1));
    CountDownLatch five = pools.occupy(pool, 5);
    Await.until(() -> five.getCount() == 4);
    assertThat(pool.queued()).isEqualTo(4);
    pool.control.resize(5);
    five.await();
    assertThat(pool.queued()).isZero();
    assertThat(pool.workersCurrent()).isEqualTo(5);
  }

  @Test
  void shrinkingWaitsForBusyWorkersAndInterruptsNone() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("shrink").ungoverned().workers(4));
    CountDownLatch four = pools.occupy(pool, 4);
    four.await();
    pool.control.resize(1);
    assertThat(pool.workersCurrent()).isEqualTo(4);
    AtomicInteger most = new AtomicInteger();
    AtomicInteger now = new AtomicInteger();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      futures.add(
          pool.submit(() -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            now.decrementAndGet();
          }));
    }
    pools.openGate();
    for (Future<?> future : futures) {
      future.get();
    }
    assertThat(most).hasValue(1);
    Await.until(() -> pool.workersCurrent() <= 1);
    assertThat(pool.lifetime().flow().failed()).isZero();
  }

  @Test
  void shrinkingEndsIdleWorkersAtOnce() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("idle").ungoverned().workers(4).keepAlive(Duration.ofHours(1)));
    CountDownLatch four = pools.occupy(pool, 4);
    four.await();
    pools.openGate();
    Await.until(() -> pool.lifetime().flow().completed() == 4);
    pool.control.resize(1);
    Await.until(() -> pool.workersCurrent() == 1);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
  }

  @Test
  void anIdleWorkerEndsAfterItsIdleTime() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("idle").ungoverned().workers(3).keepAlive(Duration.ofMillis(5)));
    pools.occupy(pool, 3).await();
    pools.openGate();
    Await.until(() -> pool.workersCurrent() == 0);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
  }

  @Test
  void aRefusalSaysEveryNumber() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("orders").workers(1).queueCapacity(2).governedBy(new FixedSize(1)));
    pools.occupy(pool, 1).await();
    pool.execute(() -> {});
    pool.execute(() -> {});
    assertThatThrownBy(() -> pool.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageStartingWith(
            "task rejected by pool 'orders' (running): 1 workers asked for, 1 alive, 1 busy,"
                + " 2 queued of at most 2, limits 1..");
    assertThat(pool.lifetime().flow().rejected()).isEqualTo(1);
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(3);
  }

  @Test
  void aQueueOfNoCapacityTakesATaskOnlyForAFreeWorker() throws Exception {
    AdaptivePool pool =
        pools.build(AdaptivePool.named("handoff").ungoverned().workers(2).queueCapacity(0));
    pools.occupy(pool, 2).await();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    pools.openGate();
    Await.until(() -> pool.toString().contains(" 0 busy"));
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
  }

  /**
   * Between saying that it is busy and taking its task a worker counts as not free, and its task as
   * waiting. The last of three tasks comes at all times around the arrival of the first worker.
   */
  @Test
  void aWorkerThatIsJustTakingItsTaskKeepsNoneOfTheOthersFromBeingFree() {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("handoffs")
                .ungoverned()
                .workers(3)
                .queueCapacity(0)
                .keepAlive(Duration.ofHours(1)));
    for (int i = 0; i < HAND_OFFS; i++) {
      pool.execute(() -> {});
      pool.execute(() -> {});
      long beganNanos = System.nanoTime();
      while (System.nanoTime() - beganNanos < i * 7919L % LATER_NANOS_MAX) {
        Thread.onSpinWait();
      }
      pool.execute(() -> {});
      Await.until(() -> pool.toString().contains(" 0 busy, 0 queued"));
    }
    assertThat(pool.lifetime().flow().rejected()).isZero();
  }

  @Test
  void callerRuns() throws Exception {
    AdaptivePool pool = full(Rejection.callerRuns());
    AtomicReference<Thread> ranIn = new AtomicReference<>();
    pool.execute(() -> ranIn.set(Thread.currentThread()));
    assertThat(ranIn).hasValue(Thread.currentThread());
    assertThat(pool.lifetime().flow().rejected()).isEqualTo(1);
  }

  @Test
  void discardCancelsTheFuture() throws Exception {
    AdaptivePool pool = full(Rejection.discard());
    Future<?> dropped = pool.submit(() -> "never");
    assertThat(dropped.isCancelled()).isTrue();
  }

  @Test
  void discardOldestMakesRoomForTheNewest() throws Exception {
    AdaptivePool pool = full(Rejection.abort());
    pool.shutdownNow();
    AdaptivePool other =
        pools.build(
            AdaptivePool.named("oldest")
                .ungoverned()
                .workers(1)
                .queueCapacity(1)
                .rejection(Rejection.discardOldest()));
    pools.occupy(other, 1).await();
    Future<String> oldest = other.submit(() -> "oldest");
    Future<String> newest = other.submit(() -> "newest");
    pools.openGate();
    assertThat(newest.get()).isEqualTo("newest");
    assertThat(oldest.isCancelled()).isTrue();
    assertThat(other.lifetime().flow().rejected()).isZero();
  }

  @Test
  void blockWaitsForRoom() throws Exception {
    AdaptivePool pool = full(Rejection.block(Duration.ofSeconds(50)));
    AtomicReference<String> result = new AtomicReference<>();
    Thread submitter = new Thread(() -> pool.execute(() -> result.set("ran")));
    submitter.start();
    Await.until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
    pools.openGate();
    submitter.join();
    Await.until(() -> "ran".equals(result.get()));
    assertThat(pool.lifetime().flow().rejected()).isZero();
  }

  @Test
  void blockGivesUpWhenThePoolShutsDownOrTheTimeIsOver() throws Exception {
    AdaptivePool shortly = full(Rejection.block(Duration.ofMillis(1)));
    assertThatThrownBy(() -> shortly.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("after waiting PT0.001S");

    AdaptivePool pool = full(Rejection.block(Duration.ofSeconds(50)));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread submitter =
        new Thread(() -> {
          try {
            pool.execute(() -> {});
          } catch (RejectedExecutionException e) {
            thrown.set(e);
          }
        });
    submitter.start();
    Await.until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
    pool.shutdown();
    submitter.join();
    assertThat(thrown.get()).isInstanceOf(RejectedExecutionException.class);
  }

  /** A pool of one busy worker and one waiting task, which is full. */
  private AdaptivePool full(Rejection rejection) throws InterruptedException {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("full")
                .ungoverned()
                .workers(1)
                .queueCapacity(1)
                .rejection(rejection));
    pools.occupy(pool, 1).await();
    pool.execute(() -> {});
    return pool;
  }

  @Test
  void aThreadFactoryThatFailsIsReportedToTheSubmitter() {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("none")
                .ungoverned()
                .threadFactory(task -> {
                  throw new IllegalStateException("no more threads");
                }));
    assertThatThrownBy(() -> pool.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageStartingWith("no worker could be started by pool 'none'")
        .hasRootCauseMessage("no more threads");
    assertThat(pool.queued()).isZero();
    assertThat(pool.lifetime().flow().rejected()).isEqualTo(1);
  }

  @Test
  void aPoolRecoversWhenThreadsCanBeMadeAgain() throws Exception {
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("recovers")
                .ungoverned()
                .workers(2)
                .threadFactory(task -> {
                  if (made.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("unable to create native thread (on purpose)");
                  }
                  return new Thread(task);
                }));
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
  }

  @Test
  void theOfferedWorkIsTheProfiledTimeOfWhatArrived() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("kinds").ungoverned().workers(1));
    pool.submit("pause", this::pauseOneMillisecond).get();
    Await.until(() -> pool.lifetime().flow().completed() == 1);
    long first = Objects.requireNonNull(pool.kinds().get("pause")).firstNanos().orElseThrow();
    assertThat(first).isGreaterThanOrEqualTo(1_000_000);
    assertThat(pool.lifetime().offered().knownTasks()).isZero();

    for (int i = 0; i < 9; i++) {
      pool.submit("pause", this::pauseOneMillisecond).get();
    }
    pool.submit("other", () -> "of a kind not known yet").get();
    Observation life = pool.lifetime();
    assertThat(life.offered().knownTasks()).isEqualTo(9);
    assertThat(life.offered().firstNanosSum()).isEqualTo(9 * first);
    assertThat(life.offered().recentNanosSum()).isPositive();
    assertThat(life.offered().referenceNanosSum()).isGreaterThanOrEqualTo(9 * 1_000_000);
    assertThat(life.flow().arrived()).isEqualTo(11);
  }

  @Test
  void theWorkDoneIsTheReferenceTimeOfWhatEnded() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("work").ungoverned().workers(1));
    pool.submit("one", this::pauseOneMillisecond).get();
    pool.submit("other", this::pauseOneMillisecond).get();
    Await.until(() -> pool.lifetime().flow().completed() == 2);
    Observation life = pool.lifetime();
    assertThat(life.inflation()).as("each is its kind's only one").hasValue(1);

    for (int i = 0; i < 9; i++) {
      pool.submit("one", this::pauseOneMillisecond).get();
    }
    Await.until(() -> pool.lifetime().flow().completed() == 11);
    Observation later = pool.lifetime();
    assertThat(later.times().referenceNanosSum() - life.times().referenceNanosSum())
        .isGreaterThanOrEqualTo(9 * 1_000_000);
    assertThat(later.workRate()).isPositive();
  }

  private String pauseOneMillisecond() {
    long end = System.nanoTime() + 1_000_000;
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    return "paused";
  }

  @Test
  void moreThanAThousandKindsAreNotToldApart() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("many").ungoverned().workers(1));
    for (int i = 0; i < 1500; i++) {
      pool.submit("kind-" + i, () -> null).get();
    }
    Await.until(() -> pool.lifetime().flow().completed() == 1500);
    assertThat(pool.kinds()).hasSize(1001).containsKey("");
    assertThat(Objects.requireNonNull(pool.kinds().get("")).recentNanos()).isPresent();
  }

  @Test
  void failuresAreCountedWhereverTheExceptionGoes() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("failing").ungoverned().workers(1));
    AtomicReference<Throwable> owner = new AtomicReference<>();
    pool.execute(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> owner.set(e));
      throw new IllegalStateException("executed");
    });
    Future<?> submitted =
        pool.submit(
            "kind",
            () -> {
              throw new IllegalStateException("submitted");
            });
    assertThatThrownBy(submitted::get).hasRootCauseMessage("submitted");
    Await.until(() -> pool.lifetime().flow().completed() == 2);
    assertThat(pool.lifetime().flow().failed()).isEqualTo(2);
    Await.until(() -> owner.get() != null);
    assertThat(owner.get()).hasMessage("executed");
  }

  @Test
  void busyWorkersAndWaitingTasksAreAveragedOverTime() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("averages").ungoverned().workers(2));
    pools.occupy(pool, 2).await();
    pool.execute(() -> {});
    pool.control.observe();
    Await.until(() -> pool.lifetime().window().lengthNanos() > 50_000_000);
    Observation seen = pool.control.observe();
    assertThat(seen.size().busyMean()).isCloseTo(2, within(1e-9));
    assertThat(seen.size().queuedMean()).isCloseTo(1, within(1e-9));
    assertThat(seen.size().workersMean()).isCloseTo(2, within(1e-9));
    assertThat(seen.size().queuedAtEnd()).isEqualTo(1);
    assertThat(seen.flow().completed()).isZero();
    assertThat(seen.meanServiceSeconds()).isEmpty();
  }

  @Test
  void theProcessorTimeOfWorkersSurvivesTheirEnd() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("cpu").ungoverned().workers(1).keepAlive(Duration.ofMillis(1)));
    AtomicInteger sink = new AtomicInteger();
    Runnable burn =
        () -> {
          for (int i = 0; i < 20_000_000; i++) {
            sink.lazySet(sink.get() + i);
          }
        };
    pool.submit(burn).get();
    Await.until(() -> pool.workersCurrent() == 0);
    long afterOne = pool.lifetime().times().cpuNanosSum().orElseThrow();
    assertThat(afterOne).isPositive();
    pool.submit(burn).get();
    Await.until(() -> pool.workersCurrent() == 0);
    assertThat(pool.lifetime().times().cpuNanosSum().orElseThrow()).isGreaterThan(afterOne);
    if (Files.isReadable(Path.of("/proc/thread-self/schedstat"))) {
      assertThat(pool.lifetime().times().runQueueWaitNanosSum()).isPresent();
      assertThat(pool.lifetime().blockedNanos()).isPresent();
    }
  }

  @Test
  void virtualWorkersHaveNoProcessorTimeAndSaySo() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("virtual")
                .ungoverned()
                .workers(4)
                .threadFactory(ExecutorContractTest.virtualThreads()));
    pool.submit(() -> {}).get();
    assertThat(pool.lifetime().times().cpuNanosSum()).isEmpty();
    assertThat(pool.lifetime().times().runQueueWaitNanosSum()).isEmpty();
  }

  @Test
  void aPolicyThatThrowsHarmsNothing() throws Exception {
    SizingPolicy broken =
        seen -> {
          throw new ArithmeticException("on purpose");
        };
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("broken")
                .workers(3)
                .governedBy(broken)
                .period(Duration.ofMillis(1)));
    Await.until(() -> pool.governor().orElseThrow().policyFailures() >= 3);
    assertThat(pool.workersTarget()).isEqualTo(3);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
    assertThat(pool.governor().orElseThrow().journal().decisions())
        .allMatch(decision -> decision.cause() == Decision.Cause.POLICY_FAILED);
  }

  @Test
  void aGovernedPoolFollowsItsPolicyWhileItRuns() throws Exception {
    SizingPolicy growing =
        new SizingPolicy() {
          @Override
          public Advice advise(Observation seen) {
            int workers = Math.min(5, seen.size().workersTarget() + 1);
            return new Advice(workers, "one more, up to 5", this);
          }
        };
    Journal journal = Journal.ofLast(10);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("governed")
                .workers(1)
                .governedBy(growing)
                .period(Duration.ofMillis(1))
                .journal(journal));
    pools.occupy(pool, 5).await();
    assertThat(pool.workersTarget()).isEqualTo(5);
    Await.until(() -> journal.changes() == 4);
    assertThat(pool.governor().orElseThrow().journal()).isSameAs(journal);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> AdaptivePool.named(" ").ungoverned())
        .hasMessage("name must not be blank but was ' '");
    assertThatThrownBy(() -> AdaptivePool.named("x").ungoverned().workers(0))
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> AdaptivePool.named("x").ungoverned().queueCapacity(-1))
        .hasMessage("queueCapacity must be at least 0 but was -1");
    assertThatThrownBy(() -> AdaptivePool.named("x").ungoverned().keepAlive(Duration.ZERO))
        .hasMessage("keepAlive must be positive but was PT0S");
    assertThatThrownBy(() -> pools.build(AdaptivePool.named("x").ungoverned()).control.resize(0))
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(
            () -> AdaptivePool.named("x").unmeasured().governedBy(new FixedSize(1)).build())
        .hasMessage("pool 'x' must be measured to be governed but was built unmeasured");
    assertThatThrownBy(() -> AdaptivePool.named("x").ungoverned().limits(2, 20).build())
        .hasMessage("pool 'x' must be governed to have limits but was built without a policy");
    assertThatThrownBy(() -> AdaptivePool.named("x").ungoverned().adviseOnly().build())
        .hasMessage("pool 'x' must be governed to have advice but was built without a policy");
    assertThatThrownBy(() -> AdaptivePool.named("x").adviseOnly().ungoverned().build())
        .hasMessage("pool 'x' must be governed to have advice but was built without a policy");
    assertThatThrownBy(() -> AdaptivePool.named("x").unmeasured().adviseOnly().build())
        .hasMessage("pool 'x' must be measured to be governed but was built unmeasured");
    assertThatThrownBy(() -> Limiter.named("x").ungoverned().adviseOnly().build())
        .hasMessage("limiter 'x' must be governed to have advice but was built without a policy");
    assertThatThrownBy(() -> Permits.named("x").ungoverned().adviseOnly().build())
        .hasMessage("permits 'x' must be governed to have advice but was built without a policy");
    assertThatThrownBy(
            () -> AdaptivePool.named("x").ungoverned().journal(Journal.ofLast(3)).build())
        .hasMessage("pool 'x' must be governed to have a journal but was built without a policy");
    assertThatThrownBy(
            () -> AdaptivePool.named("x").ungoverned().period(Duration.ofSeconds(3)).build())
        .hasMessage("pool 'x' must be governed to have a period but was built without a policy");
    assertThatThrownBy(() -> pools.build(AdaptivePool.named("x").unmeasured()).control.observe())
        .hasMessage("pool 'x' was built unmeasured");
  }

  @Test
  void closingRunsWhatWaits() {
    AdaptivePool pool = pools.build(AdaptivePool.named("close").ungoverned().workers(1));
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      pool.execute(ran::incrementAndGet);
    }
    AtomicInteger told = new AtomicInteger();
    pool.onTermination(told::incrementAndGet);
    pool.close();
    assertThat(ran).hasValue(100);
    assertThat(told).hasValue(1);
    pool.onTermination(told::incrementAndGet);
    assertThat(told).hasValue(2);
  }
}
