package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks that submit tasks to their own pool and wait for them never lock it up. */
@Timeout(120)
class NestedWorkTest {

  private static final int BURST = 60;
  private static final int DEPTH = 2;
  private static final int WIDTH = 3;

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger runningMost = new AtomicInteger();

  /** The pools; each with the most tasks that may run at once there, where that is known. */
  enum Plan {
    ONE_WORKER(1, () -> AdaptivePool.named("one").ungoverned().workers(1)),
    FOUR_WORKERS(4, () -> AdaptivePool.named("four").ungoverned().workers(4)),
    PRESTARTED(3, () -> AdaptivePool.named("prestarted").ungoverned().workers(3).prestart()),
    UNMEASURED(2, () -> AdaptivePool.named("unmeasured").unmeasured().workers(2)),
    OTHER_THREADS(
        2, () -> AdaptivePool.named("others").ungoverned().workers(2).threadFactory(Thread::new)),
    DEADLINES(
        2,
        () ->
            AdaptivePool.named("deadlines")
                .ungoverned()
                .workers(2)
                .deadline(Duration.ofMinutes(30))),
    GOVERNED(Integer.MAX_VALUE, () -> AdaptivePool.named("governed")),
    HELD_BY_LIMITS(2, () -> AdaptivePool.named("limits").limits(1, 2)),
    LITTLE_ROOM(
        Integer.MAX_VALUE,
        () ->
            AdaptivePool.named("room")
                .ungoverned()
                .workers(2)
                .queueCapacity(2)
                .rejection(Rejection.block(Duration.ofMinutes(30))));

    private final int runningMax;

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<PoolBuilder> plan;

    Plan(int runningMax, Supplier<PoolBuilder> plan) {
      this.runningMax = runningMax;
      this.plan = plan;
    }
  }

  /** How a task waits for those that it submits. */
  private interface Way {
    int sum(ExecutorService pool, List<Callable<Integer>> tasks) throws Exception;
  }

  private static int byGet(ExecutorService pool, List<Callable<Integer>> tasks) throws Exception {
    List<Future<Integer>> futures = new ArrayList<>();
    for (Callable<Integer> task : tasks) {
      futures.add(pool.submit(task));
    }
    Collections.reverse(futures); // the last is the furthest in the queue
    int sum = 0;
    for (Future<Integer> future : futures) {
      sum += future.get();
    }
    return sum;
  }

  private static int byTimedGet(ExecutorService pool, List<Callable<Integer>> tasks)
      throws Exception {
    int sum = 0;
    for (Callable<Integer> task : tasks) {
      sum += pool.submit(task).get(30, TimeUnit.MINUTES);
    }
    return sum;
  }

  private static int byInvokeAll(ExecutorService pool, List<Callable<Integer>> tasks)
      throws Exception {
    int sum = 0;
    for (Future<Integer> future : pool.invokeAll(tasks)) {
      sum += future.get();
    }
    return sum;
  }

  private static int byInvokeAny(ExecutorService pool, List<Callable<Integer>> tasks)
      throws Exception {
    return tasks.size() * pool.invokeAny(tasks);
  }

  private void begins() {
    runningMost.accumulateAndGet(running.incrementAndGet(), Math::max);
  }

  private int leaves(ExecutorService pool, int depth, Way way) throws Exception {
    if (depth == 0) {
      begins();
      Thread.onSpinWait();
      running.decrementAndGet();
      return 1;
    }
    return way.sum(pool, Collections.nCopies(WIDTH, () -> leaves(pool, depth - 1, way)));
  }

  private AdaptivePool burst(Plan which, Way way) throws Exception {
    AdaptivePool pool = pools.build(which.plan.get());
    List<Future<Integer>> outer = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      outer.add(pool.submit(() -> leaves(pool, DEPTH, way)));
    }
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(WIDTH * WIDTH);
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    if (pool.measured()) {
      assertThat(pool.lifetime().flow().started()).isEqualTo(pool.lifetime().flow().completed());
    }
    return pool;
  }

  private void checkBounds(Plan which, AdaptivePool pool) {
    assertThat(runningMost.get()).as("running at once").isLessThanOrEqualTo(which.runningMax);
    if (which.runningMax < Integer.MAX_VALUE) {
      assertThat(pool.workersMax())
          .as("threads")
          .isLessThanOrEqualTo(3 * which.runningMax * (DEPTH + 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void getEnds(Plan which) throws Exception {
    AdaptivePool pool = burst(which, NestedWorkTest::byGet);
    checkBounds(which, pool);
  }

  @ParameterizedTest
  @EnumSource
  void timedGetEnds(Plan which) throws Exception {
    AdaptivePool pool = burst(which, NestedWorkTest::byTimedGet);
    checkBounds(which, pool);
  }

  @ParameterizedTest
  @EnumSource
  void invokeAllEnds(Plan which) throws Exception {
    AdaptivePool pool = burst(which, NestedWorkTest::byInvokeAll);
    checkBounds(which, pool);
    if (pool.measured()) {
      int tasks = BURST * (1 + WIDTH + WIDTH * WIDTH);
      assertThat(pool.lifetime().flow().arrived()).isEqualTo(tasks);
      assertThat(pool.lifetime().flow().completed()).isEqualTo(tasks);
    }
  }

  @ParameterizedTest
  @EnumSource
  void invokeAnyEnds(Plan which) throws Exception {
    burst(which, NestedWorkTest::byInvokeAny);
  }

  @Test
  void whatWaitsIsNotBusyAndSaysSo() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("waits").ungoverned().workers(2));
    CountDownLatch inner = new CountDownLatch(2);
    Callable<Integer> child =
        () -> {
          inner.countDown();
          pools.awaitGate();
          return 1;
        };
    List<Future<Integer>> outer =
        List.of(
            pool.submit(() -> pool.submit(child).get()),
            pool.submit(() -> pool.submit(child).get()));
    inner.await();
    Supplier<Observation> windows = pool.windows();
    Await.until(() -> Math.abs(windows.get().size().busyMean() - 2) < 0.1);
    assertThat(pool.toString())
        .contains("2 workers asked for, 4 alive, 2 busy, 0 queued")
        .contains("2 workers wait for tasks of their own pool");
    pools.openGate();
    for (Future<Integer> one : outer) {
      assertThat(one.get()).isEqualTo(1);
    }
    Await.until(() -> !pool.toString().contains("own pool"));
  }

  @Test
  void aWaitThatTimesOutTakesItsPlaceBack() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("late").ungoverned().workers(1));
    AtomicBoolean late = new AtomicBoolean();
    Future<?> outer =
        pool.submit(() -> {
          CountDownLatch begun = new CountDownLatch(1);
          Future<?> inner =
              pool.submit(() -> {
                begun.countDown();
                pools.awaitGate();
              });
          while (begun.getCount() > 0) {
            assertThatThrownBy(() -> inner.get(5, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
          }
          late.set(true);
          return null;
        });
    outer.get();
    assertThat(late).isTrue();
    Future<String> next = pool.submit(() -> "after it");
    assertThat(pool.queued()).as("the one place is taken").isEqualTo(1);
    pools.openGate();
    assertThat(next.get()).isEqualTo("after it");
    assertThat(pool.workersMax()).isEqualTo(2);
  }

  @Test
  void anInterruptEndsTheWaitAndACancelledTaskIsNotRun() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("ends").ungoverned().workers(1));
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    AtomicBoolean ran = new AtomicBoolean();
    Future<Boolean> outer =
        pool.submit(() -> {
          Future<?> held = pool.submit(pools::awaitGate);
          waits.countDown();
          try {
            held.get();
            return false;
          } catch (InterruptedException e) {
            Future<?> second = pool.submit(() -> ran.set(true));
            second.cancel(false);
            assertThatThrownBy(second::get).isInstanceOf(CancellationException.class);
            cancelled.countDown();
            return true;
          }
        });
    waits.await();
    Await.until(() -> pool.toString().contains("own pool"));
    outer.cancel(true);
    cancelled.await();
    pools.openGate();
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).isFalse();
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(3);
    assertThat(pool.lifetime().flow().completed()).as("not the cancelled one").isEqualTo(2);
    assertThat(pool.queued()).isZero();
  }

  @Test
  void withoutAThreadTheWaitingWorkerRunsTheTaskItself() throws Exception {
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("alone")
                .ungoverned()
                .workers(1)
                .threadFactory(task -> made.incrementAndGet() > 1 ? null : new Thread(task)));
    Future<Thread> outer =
        pool.submit(() -> {
          Thread inner = pool.submit(Thread::currentThread).get();
          assertThat(inner).isSameAs(Thread.currentThread());
          return pool.submit(() -> pool.submit(Thread::currentThread).get()).get();
        });
    assertThat(outer.get().isAlive()).isTrue();
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.lifetime().flow().arrived()).isEqualTo(4);
    assertThat(pool.lifetime().flow().completed()).isEqualTo(4);
    assertThat(pool.toString()).contains("3 tasks ran in workers that waited for them");
  }

  /** How a worker waits for one task of its own pool. */
  enum OneWait {
    GET {
      @Override
      Thread of(ExecutorService pool) throws Exception {
        return pool.submit(Thread::currentThread).get();
      }
    },
    TIMED_GET {
      @Override
      Thread of(ExecutorService pool) throws Exception {
        return pool.submit(Thread::currentThread).get(30, TimeUnit.MINUTES);
      }
    },
    INVOKE_ANY {
      @Override
      Thread of(ExecutorService pool) throws Exception {
        return pool.invokeAny(List.of(Thread::currentThread));
      }
    };

    abstract Thread of(ExecutorService pool) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void aStartThatFailsAfterAWorkerReliesOnItLeavesNoneWaiting(OneWait how) throws Exception {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch starting = new CountDownLatch(1);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("relies")
                .ungoverned()
                .workers(2)
                .threadFactory(task -> {
                  int before = made.getAndIncrement();
                  if (before == 1) {
                    starting.countDown();
                    pools.awaitGate();
                  }
                  return before > 0 ? null : new Thread(task);
                }));
    CountDownLatch begun = new CountDownLatch(1);
    Future<Boolean> first =
        pool.submit(() -> {
          begun.countDown();
          return starting.await(120, TimeUnit.SECONDS);
        });
    begun.await(); // or the first worker might make the second one before it takes its task
    FutureTask<Boolean> outer =
        new FutureTask<>(() -> {
          assertThat(how.of(pool)).isSameAs(Thread.currentThread());
          return true;
        });
    Thread submitter = new Thread(() -> pool.execute(outer));
    submitter.start(); // in the factory until the gate opens; the worker that there is takes it
    assertThat(first.get()).isTrue();
    Await.until(() -> pool.toString().contains("own pool"));
    pool.shutdown();
    pools.openGate();
    submitter.join();
    assertThat(outer.get()).isTrue();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.lifetime().flow().started()).isEqualTo(pool.lifetime().flow().completed());
    assertThat(pool.toString()).contains("1 tasks ran in workers that waited for them");
  }

  @Test
  void aTaskThatWaitsForRoomAndThenForItsChildHasStandIns() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("twice")
                .ungoverned()
                .workers(1)
                .queueCapacity(1)
                .rejection(Rejection.block(Duration.ofMinutes(30))));
    CountDownLatch isFull = new CountDownLatch(1);
    Future<String> outer =
        pool.submit(() -> {
          isFull.await();
          return pool.submit(() -> "child").get(); // waits for room first, and then for it
        });
    pool.execute(pools::awaitGate); // the first stand-in runs it, and so makes room
    isFull.countDown();
    assertThat(outer.get()).isEqualTo("child");
    assertThat(pool.workersMax()).isBetween(2, 3); // the first stand-in may come to the child first
  }

  /** How more tasks come to run than there are places: one is {@link #busy} from now on. */
  enum OneTooMany {
    TIMED_OUT {
      @Override
      void runs(AdaptivePool pool, NestedWorkTest test) {
        Future<?> slow = pool.submit(test::busy);
        while (test.isBusy.getCount() > 0) {
          assertThatThrownBy(() -> slow.get(5, TimeUnit.MILLISECONDS))
              .isInstanceOf(TimeoutException.class);
        }
      }
    },
    CANCELLED {
      @Override
      void runs(AdaptivePool pool, NestedWorkTest test) {
        Future<?> slow = pool.submit(test::busy);
        new Thread(
                () -> {
                  Await.on(test.isBusy);
                  slow.cancel(false);
                })
            .start();
        assertThatThrownBy(slow::get).isInstanceOf(CancellationException.class);
      }
    },
    WAITED_FOR_ROOM {
      @Override
      void runs(AdaptivePool pool, NestedWorkTest test) {
        pool.execute(test::busy);
        Future<?> second = pool.submit(() -> {}); // waits until the first is taken
        Await.on(test.isBusy);
        second.cancel(false);
      }
    },
    SHRUNK {
      @Override
      void runs(AdaptivePool pool, NestedWorkTest test) {
        Resizable control = pool.control();
        control.resize(2);
        pool.execute(test::busy);
        Await.on(test.isBusy);
        control.resize(1);
      }
    };

    abstract void runs(AdaptivePool pool, NestedWorkTest test);
  }

  private final CountDownLatch isBusy = new CountDownLatch(1);
  private volatile boolean isIdle;

  /** Never parks, so that the pool does not stand still. */
  private void busy() {
    isBusy.countDown();
    while (!isIdle && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /** How a task waits for another one. */
  enum Waiting {
    GET {
      @Override
      String get(AdaptivePool pool) throws Exception {
        return pool.submit(() -> "child").get();
      }
    },
    TIMED_GET {
      @Override
      String get(AdaptivePool pool) throws Exception {
        return pool.submit(() -> "child").get(30, TimeUnit.MINUTES);
      }
    },
    INVOKE_ANY {
      @Override
      String get(AdaptivePool pool) throws Exception {
        return pool.invokeAny(List.of(() -> "child"));
      }
    },
    JOIN {
      @Override
      String get(AdaptivePool pool) {
        return CompletableFuture.supplyAsync(() -> "child", pool).join();
      }
    };

    abstract String get(AdaptivePool pool) throws Exception;
  }

  static List<Arguments> eachWayToWaitBesideOneTooMany() {
    List<Arguments> all = new ArrayList<>();
    for (OneTooMany why : OneTooMany.values()) {
      for (Waiting how : Waiting.values()) {
        if (why != OneTooMany.WAITED_FOR_ROOM || how != Waiting.JOIN) {
          all.add(Arguments.of(why, how)); // one that joins has lent its place to the busy one
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("eachWayToWaitBesideOneTooMany")
  void aTaskThatWaitsBesideOneThatKeepsItsPlaceForLongGetsItsChild(OneTooMany why, Waiting how)
      throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("fallback")
                .ungoverned()
                .workers(1)
                .queueCapacity(1)
                .rejection(Rejection.block(Duration.ofMinutes(30))));
    Future<String> outer =
        pool.submit(() -> {
          why.runs(pool, this);
          return how.get(pool);
        });
    assertThat(outer.get()).isEqualTo("child");
    isIdle = true;
  }

  @ParameterizedTest
  @EnumSource
  void aStartThatFailsAfterAWorkerReliesOnItLeavesNoneWaitingBesideABusyOne(OneWait how)
      throws Exception {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch begins = new CountDownLatch(1);
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("relies")
                .ungoverned()
                .workers(3)
                .threadFactory(task -> {
                  int before = made.getAndIncrement();
                  if (before == 2) {
                    starting.countDown();
                    pools.awaitGate();
                  }
                  return before > 1 ? null : new Thread(task);
                }));
    Future<Boolean> outer =
        pool.submit(() -> {
          Await.on(begins);
          return how.of(pool).equals(Thread.currentThread());
        });
    pool.execute(this::busy);
    Await.on(isBusy);
    Thread submitter = new Thread(() -> pool.execute(() -> {}));
    submitter.start(); // in the factory until the gate opens
    starting.await();
    begins.countDown();
    Await.until(() -> pool.toString().contains("own pool"));
    pools.openGate();
    submitter.join();
    assertThat(outer.get()).isTrue();
    isIdle = true;
  }

  @Test
  void aChildThatMovesUpWhereManyAreCancelledStillComesBeforeOtherTasks() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("moved").ungoverned().workers(1));
    CountDownLatch isFull = new CountDownLatch(1);
    Future<String> outer =
        pool.submit(() -> {
          List<Future<?>> cancelled = new ArrayList<>();
          for (int i = 0; i < 1000; i++) {
            cancelled.add(pool.submit(() -> {}));
          }
          isFull.countDown();
          Await.until(() -> pool.queued() > cancelled.size());
          CompletableFuture<String> child = CompletableFuture.supplyAsync(() -> "child", pool);
          cancelled.forEach(each -> each.cancel(false)); // so many are cleared out of the queue
          return child.join();
        });
    isFull.await();
    pool.execute(this::busy);
    assertThat(outer.get()).isEqualTo("child");
    isIdle = true;
  }

  @Test
  void aDeeperNestThanThereMayBeThreadsEnds() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("deep").ungoverned().workers(1));
    assertThat(pool.submit(() -> depth(pool, 300)).get()).isEqualTo(300);
    assertThat(pool.workersMax()).isLessThanOrEqualTo(65);
  }

  private static int depth(AdaptivePool pool, int left) throws Exception {
    return left == 0 ? 0 : 1 + pool.submit(() -> depth(pool, left - 1)).get();
  }

  @Test
  void aStopEndsWhatWaitsAndHandsBackWhatHasNotBegun() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("stops").ungoverned().workers(2));
    List<Future<?>> outer = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      outer.add(pool.submit(() -> pool.submit(() -> pool.submit(pools::awaitGate).get()).get()));
    }
    Await.until(() -> pool.toString().contains("own pool"));
    int handedBack = pool.shutdownNow().size();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(handedBack).isBetween(1, outer.size());
  }

  @Test
  void tasksThatSubmitThemselvesAgainHoldNobodyUp() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("actors").ungoverned().workers(2));
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < 8; i++) {
      pool.execute(
          new Runnable() {
            @Override
            public void run() {
              if (!over.get()) {
                pool.execute(this);
              }
            }
          });
    }
    for (int i = 0; i < 1000; i++) {
      assertThat(pool.submit(() -> "in turn").get()).isEqualTo("in turn");
    }
    over.set(true);
    assertThat(pool.workersMax()).isLessThanOrEqualTo(2);
  }
}
