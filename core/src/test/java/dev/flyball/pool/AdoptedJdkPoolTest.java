package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A {@link ThreadPoolExecutor} of somebody else's, governed where it stands. */
@Timeout(120)
class AdoptedJdkPoolTest {

  private final List<ThreadPoolExecutor> made = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();

  private ThreadPoolExecutor pool(int core, int maximum, BlockingQueue<Runnable> queue) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(core, maximum, 1, TimeUnit.HOURS, queue);
    made.add(pool);
    return pool;
  }

  private ThreadPoolExecutor unbounded(int size) {
    return pool(size, size, new LinkedBlockingQueue<>());
  }

  @AfterEach
  void end() throws InterruptedException {
    gate.countDown();
    for (ThreadPoolExecutor pool : made) {
      pool.shutdownNow();
      assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void atTheGate() {
    running.incrementAndGet();
    try {
      gate.await();
    } catch (InterruptedException e) {
      // the pool is stopped
    } finally {
      running.decrementAndGet();
    }
  }

  private void holdAll(ThreadPoolExecutor pool, int tasks) {
    for (int i = 0; i < tasks; i++) {
      pool.execute(this::atTheGate);
    }
  }

  private static AdoptedPool fixed(ThreadPoolExecutor pool, int size) {
    return AdoptedPool.named("fixed", pool).governedBy(new FixedSize(size)).build();
  }

  private void awaitRunning(int tasks) {
    Await.until(() -> running.get() == tasks);
  }

  // ---- Size

  @Test
  void growsThoughItsQueueHasRoom() {
    ThreadPoolExecutor pool = pool(2, 2, new ArrayBlockingQueue<>(1000));
    holdAll(pool, 60);
    try (AdoptedPool adopted = fixed(pool, 50)) {
      awaitRunning(50);
      Await.until(() -> adopted.workersTarget() == 50);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(2);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(2);
  }

  @Test
  void shrinksAsItsTasksEndWhileOthersWait() throws InterruptedException {
    ThreadPoolExecutor pool = unbounded(50);
    CountDownLatch first = new CountDownLatch(1);
    for (int i = 0; i < 50; i++) {
      Future<?> unused = pool.submit(() -> first.await(1, TimeUnit.HOURS));
    }
    try (AdoptedPool adopted = fixed(pool, 5)) {
      Await.until(() -> pool.getMaximumPoolSize() == 5);
      assertThat(pool.getPoolSize()).isEqualTo(50);
      holdAll(pool, 100);
      first.countDown();
      Await.until(() -> pool.getPoolSize() == 5);
      awaitRunning(5);
      Await.until(() -> pool.getMaximumPoolSize() == 50); // its owner may set up to that
      Await.until(() -> adopted.workersTarget() == 5);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(50);
  }

  @Test
  void itsOwnerMaySetItMeanwhileAndHasThatBack() {
    ThreadPoolExecutor pool = pool(2, 100, new LinkedBlockingQueue<>());
    AdoptedPool adopted = fixed(pool, 5);
    Await.until(() -> pool.getCorePoolSize() == 5);
    pool.setCorePoolSize(20);
    Await.until(() -> pool.getCorePoolSize() == 5);
    adopted.close();
    adopted.close();
    assertThat(pool.getCorePoolSize()).isEqualTo(20);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(100);
  }

  @Test
  void itsOwnerMayLowerTheMaximumBelowTheCoreSizeThatWasFound() {
    ThreadPoolExecutor pool = pool(5, 20, new LinkedBlockingQueue<>());
    ThreadFactory factory = pool.getThreadFactory();
    AdoptedPool adopted = fixed(pool, 2);
    Await.until(() -> pool.getCorePoolSize() == 2);
    pool.setMaximumPoolSize(4);
    adopted.close();
    assertThat(pool.getCorePoolSize()).isEqualTo(4);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(4);
    assertThat(pool.getThreadFactory()).isSameAs(factory);
  }

  @Test
  void aQueueThatHoldsNothingIsGovernedByTheMaximumAndRejectsNoMoreThanBefore() {
    ThreadPoolExecutor pool = pool(0, 20, new SynchronousQueue<>());
    try (AdoptedPool adopted = fixed(pool, 3)) {
      Await.until(() -> adopted.workersTarget() == 3);
      assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
      holdAll(pool, 20);
      awaitRunning(20);
      assertThatThrownBy(() -> pool.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(0);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(20);
  }

  @Test
  void manyThreadsThatFindItFullAtOnceAreRejectedNoMoreThanBefore() throws Exception {
    int tasks = 8;
    ThreadPoolExecutor pool = pool(0, tasks + 1, new SynchronousQueue<>());
    ExecutorService callers = Executors.newFixedThreadPool(tasks);
    try (AdoptedPool adopted = AdoptedPool.named("burst", pool).adviseOnly().build()) {
      adopted.governor().orElseThrow().close();
      Resizable hand = adopted.control();
      CyclicBarrier together = new CyclicBarrier(tasks);
      for (int round = 0; round < 200; round++) {
        hand.resize(1);
        Await.until(() -> pool.getPoolSize() <= 1); // which may not be there for a task yet
        CountDownLatch end = new CountDownLatch(1);
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
          calls.add(
              callers.submit(() -> {
                together.await();
                pool.execute(() -> Await.on(end));
                return null;
              }));
        }
        try {
          for (Future<?> call : calls) {
            call.get(); // none is rejected
          }
        } finally {
          end.countDown();
        }
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void aFactoryThatMakesNoThreadHasATaskRejectedOnce() {
    ThreadPoolExecutor pool = pool(0, 4, new SynchronousQueue<>());
    pool.setThreadFactory(work -> null);
    try (AdoptedPool adopted = AdoptedPool.named("none", pool).adviseOnly().build()) {
      assertThatThrownBy(() -> pool.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(rejected(adopted)).isEqualTo(1);
    }
  }

  @Test
  void aQueueThatWasFullOnceIsNotTakenForOneThatPrefersThreads() {
    ThreadPoolExecutor pool = pool(1, 4, new ArrayBlockingQueue<>(10));
    CountDownLatch first = new CountDownLatch(1);
    for (int i = 0; i < 14; i++) {
      pool.execute(() -> Await.on(first));
    }
    first.countDown();
    Await.until(() -> pool.getCompletedTaskCount() == 14);
    assertThat(pool.getPoolSize()).isEqualTo(4);
    try (AdoptedPool adopted = fixed(pool, 7)) {
      Await.until(() -> adopted.workersTarget() == 7);
      holdAll(pool, 7);
      Await.until(() -> running.get() + pool.getQueue().size() == 7);
      assertThat(pool.getCorePoolSize()).isEqualTo(7);
      awaitRunning(7);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(1);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(4);
  }

  /** A queue that takes a task only where the pool has all its threads. */
  private static final class Last extends LinkedBlockingQueue<Runnable> {

    private static final long serialVersionUID = 1;

    private transient @Nullable ThreadPoolExecutor pool;

    @Override
    public boolean offer(Runnable task) {
      ThreadPoolExecutor its = pool;
      return its != null && its.getPoolSize() >= its.getMaximumPoolSize() && super.offer(task);
    }
  }

  @Test
  void aQueueThatPrefersThreadsIsGovernedByTheMaximum() {
    Last queue = new Last();
    ThreadPoolExecutor pool = pool(1, 4, queue);
    queue.pool = pool;
    holdAll(pool, 4);
    try (AdoptedPool adopted = fixed(pool, 6)) {
      Await.until(() -> adopted.workersTarget() == 6);
      assertThat(pool.getMaximumPoolSize()).isEqualTo(6);
      holdAll(pool, 4);
      awaitRunning(6);
    }
  }

  @Test
  void aQueueThatPrefersThreadsIsBoundedAlsoBeforeItHasShownIt() {
    Last queue = new Last();
    ThreadPoolExecutor pool = pool(1, 8, queue);
    queue.pool = pool;
    try (AdoptedPool adopted = fixed(pool, 3)) {
      Await.until(() -> adopted.workersTarget() == 3);
      holdAll(pool, 8);
      Await.until(() -> running.get() + queue.size() == 8);
      assertThat(pool.getPoolSize()).isEqualTo(3);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(1);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(8);
  }

  @Test
  void aQueueOfAnotherMakeThatIsFullIsRejectedNoMoreThanBefore() {
    ThreadPoolExecutor pool =
        pool(
            1,
            4,
            new ArrayBlockingQueue<>(2) {
              private static final long serialVersionUID = 1;
            });
    try (AdoptedPool adopted = fixed(pool, 2)) {
      Await.until(() -> adopted.workersTarget() == 2);
      holdAll(pool, 6);
      awaitRunning(4);
      assertThatThrownBy(() -> pool.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(pool.getMaximumPoolSize()).isEqualTo(4);
  }

  @Test
  void aLowerMaximumOfItsOwnerHoldsWhereItIsOnlyAdvised() {
    ThreadPoolExecutor pool = pool(0, 10, new SynchronousQueue<>());
    try (AdoptedPool adopted = AdoptedPool.named("lower", pool).adviseOnly().build()) {
      pool.setMaximumPoolSize(5);
      holdAll(pool, 5);
      assertThatThrownBy(() -> pool.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(rejected(adopted)).isEqualTo(1);
    }
    assertThat(pool.getMaximumPoolSize()).isEqualTo(5);
  }

  // ---- Figures

  private static long rejected(AdoptedPool adopted) {
    return adopted.lifetime().flow().rejected();
  }

  @Test
  void countsWhatTheCallerRunsAsRejectedAndNotAsDone() {
    ThreadPoolExecutor pool = pool(2, 2, new ArrayBlockingQueue<>(4));
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    try (AdoptedPool adopted = fixed(pool, 2)) {
      holdAll(pool, 6);
      AtomicInteger here = new AtomicInteger();
      for (int i = 0; i < 14; i++) {
        pool.execute(here::incrementAndGet);
      }
      assertThat(here).hasValue(14);
      gate.countDown();
      Await.until(() -> adopted.lifetime().flow().completed() == 6);
      Observation life = adopted.lifetime();
      assertThat(life.flow().arrived()).isEqualTo(6);
      assertThat(life.flow().rejected()).isEqualTo(14);
    }
    assertThat(pool.getRejectedExecutionHandler())
        .isInstanceOf(ThreadPoolExecutor.CallerRunsPolicy.class);
  }

  @Test
  void aHandlerThatFindsAWayIsNoRejection() {
    ThreadPoolExecutor pool = pool(1, 1, new ArrayBlockingQueue<>(1));
    RejectedExecutionHandler drops =
        (task, executor) -> {
          executor.getQueue().clear();
          assertThat(executor.getQueue().offer(task)).isTrue();
        };
    pool.setRejectedExecutionHandler(drops);
    try (AdoptedPool adopted = fixed(pool, 1)) {
      holdAll(pool, 5);
      assertThat(rejected(adopted)).isZero();
    }
    assertThat(pool.getRejectedExecutionHandler()).isSameAs(drops);
  }

  @Test
  void whatItsOwnerTakesOutOfTheQueueWaitsNoMore() {
    ThreadPoolExecutor pool = unbounded(1);
    try (AdoptedPool adopted = fixed(pool, 1)) {
      holdAll(pool, 101);
      Await.until(() -> adopted.lifetime().size().queuedAtEnd() == 100);
      pool.getQueue().clear();
      Await.until(() -> adopted.lifetime().size().queuedAtEnd() == 0);
      assertThat(adopted.lifetime().flow().arrived()).isEqualTo(101);
    }
  }

  @Test
  void tasksFromBeforeAreNoArrivalsOfTheFirstWindow() {
    ThreadPoolExecutor pool = unbounded(2);
    holdAll(pool, 100);
    awaitRunning(2);
    try (AdoptedPool adopted = fixed(pool, 2)) {
      Observation life = adopted.lifetime();
      assertThat(life.flow().arrived()).isZero();
      assertThat(life.size().queuedAtEnd()).isEqualTo(98);
      assertThat(life.size().busyMean()).isEqualTo(2);
    }
  }

  @Test
  void readsTheProcessorTimeOfThreadsThatWereThereBefore() {
    ThreadPoolExecutor pool = unbounded(3);
    pool.prestartAllCoreThreads();
    try (AdoptedPool adopted = fixed(pool, 3)) {
      AtomicReference<Long> sum = new AtomicReference<>(0L);
      for (int i = 0; i < 3; i++) {
        pool.execute(() -> {
          long end = cpuNanos() + 50_000_000;
          while (cpuNanos() < end) {
            sum.updateAndGet(before -> before + 1);
          }
        });
      }
      Await.until(() -> adopted.lifetime().flow().completed() == 3);
      assertThat(adopted.lifetime().times().cpuNanosSum().getAsLong())
          .isBetween(100_000_000L, 600_000_000L);
    }
  }

  @Test
  void saysNothingOfTheProcessorWhereSomeThreadsAreNotKnown() {
    ThreadPoolExecutor pool = unbounded(3);
    pool.setThreadFactory(work -> new Thread(work, "one of many"));
    pool.prestartAllCoreThreads();
    try (AdoptedPool adopted = fixed(pool, 3)) {
      assertThat(adopted.lifetime().times().cpuNanosSum()).isEmpty();
    }
    ThreadPoolExecutor fresh = unbounded(3);
    fresh.setThreadFactory(work -> new Thread(work, "one of many"));
    try (AdoptedPool adopted = fixed(fresh, 3)) {
      fresh.prestartAllCoreThreads();
      assertThat(adopted.lifetime().times().cpuNanosSum()).isPresent();
    }
  }

  // ---- Threads

  private static final InheritableThreadLocal<String> REQUEST = new InheritableThreadLocal<>();

  @Test
  void newThreadsInheritNothingOfWhoGoverns() throws InterruptedException, ExecutionException {
    ThreadPoolExecutor pool = unbounded(1);
    pool.setThreadFactory(Thread::new);
    REQUEST.set("of the adopting request");
    ClassLoader mine = Thread.currentThread().getContextClassLoader();
    try (AdoptedPool adopted = AdoptedPool.named("inherits", pool).limits(1, 4).build()) {
      REQUEST.remove();
      holdAll(pool, 8);
      awaitRunning(4);
      assertThat(adopted.workersCurrent()).isLessThanOrEqualTo(4);
      gate.countDown();
      for (int i = 0; i < 20; i++) {
        assertThat(pool.submit(REQUEST::get).get()).isNull();
        assertThat(pool.submit(() -> Thread.currentThread().isDaemon()).get()).isFalse();
        assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader()).get())
            .isSameAs(mine);
      }
    }
  }

  // ---- Its end

  @Test
  void aPoolThatItsOwnerShutsDownKeepsItsSizeAndIsGovernedNoMore() throws InterruptedException {
    ThreadPoolExecutor pool = unbounded(1);
    CountDownLatch ended = new CountDownLatch(1);
    try (AdoptedPool adopted = Flyball.govern("shut down", pool)) {
      adopted.onTermination(ended::countDown);
      holdAll(pool, 100);
      Await.until(() -> pool.getCorePoolSize() > 4);
      pool.shutdown();
      ended.await();
      assertThat(pool.getCorePoolSize()).isGreaterThan(4);
      assertThat(Flyball.targets()).doesNotContain(adopted);
      assertThat(adopted.governor().orElseThrow().isClosed()).isTrue();
    }
  }

  @Test
  void aPoolThatItsOwnerShutsDownWhileItIsSmallHasTheSizeThatWasFound()
      throws InterruptedException {
    ThreadPoolExecutor pool = unbounded(8);
    CountDownLatch ended = new CountDownLatch(1);
    try (AdoptedPool adopted = fixed(pool, 1)) {
      adopted.onTermination(ended::countDown);
      Await.until(() -> pool.getCorePoolSize() == 1);
      holdAll(pool, 8);
      pool.shutdown();
      ended.await();
      assertThat(pool.getCorePoolSize()).isEqualTo(8);
      awaitRunning(8);
    }
  }

  @Test
  void threadsThatAreMadeWhenItIsGivenBackInheritNothingOfTheCloser() throws InterruptedException {
    ThreadPoolExecutor pool = unbounded(4);
    pool.setThreadFactory(Thread::new);
    AdoptedPool adopted = fixed(pool, 1);
    Await.until(() -> pool.getCorePoolSize() == 1);
    AtomicInteger others = new AtomicInteger();
    ClassLoader mine = Thread.currentThread().getContextClassLoader();
    for (int i = 0; i < 4; i++) {
      pool.execute(() -> {
        Thread worker = Thread.currentThread();
        boolean asFound = !worker.isDaemon() && mine.equals(worker.getContextClassLoader());
        others.addAndGet(asFound ? 0 : 1);
        atTheGate();
      });
    }
    Thread closer = new Thread(adopted::close);
    closer.setDaemon(true);
    closer.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    closer.start();
    closer.join();
    awaitRunning(4);
    assertThat(others).hasValue(0);
  }

  @Test
  void isGivenBackAlsoWhereNoThreadCanBeMade() {
    ThreadPoolExecutor pool = unbounded(4);
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    AtomicBoolean full = new AtomicBoolean();
    ThreadFactory factory =
        work -> {
          if (full.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(work);
        };
    pool.setThreadFactory(factory);
    AdoptedPool adopted = fixed(pool, 1);
    Await.until(() -> pool.getCorePoolSize() == 1);
    holdAll(pool, 4);
    full.set(true);
    adopted.close();
    full.set(false);
    assertThat(pool.getCorePoolSize()).isEqualTo(4);
    assertThat(pool.getThreadFactory()).isSameAs(factory);
    assertThat(pool.getRejectedExecutionHandler()).isSameAs(handler);
    Flyball.govern("given back", pool).close();
  }

  @Test
  void aPoolWhoseHandlerCannotBeSetIsLeftAsItWasFound() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>()) {
          @Override
          public void setRejectedExecutionHandler(RejectedExecutionHandler other) {
            throw new UnsupportedOperationException("has one of its own");
          }
        };
    made.add(pool);
    ThreadFactory factory = pool.getThreadFactory();
    assertThatThrownBy(() -> Flyball.govern("unchanged", pool)).hasMessage("has one of its own");
    assertThat(pool.getThreadFactory()).isSameAs(factory);
  }

  /** One that a second governor tries to adopt while the first one gives it back. */
  private static final class Wanted extends ThreadPoolExecutor {

    private final AtomicReference<Throwable> refusal = new AtomicReference<>();
    private volatile boolean closing;

    Wanted() {
      super(4, 4, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    }

    @Override
    public void setCorePoolSize(int size) {
      if (closing) {
        closing = false;
        refusal.set(catchThrowable(() -> Flyball.govern("second", this).close()));
      }
      super.setCorePoolSize(size);
    }
  }

  @Test
  void isNotAdoptedAgainBeforeAllIsGivenBack() {
    Wanted pool = new Wanted();
    made.add(pool);
    ThreadFactory factory = pool.getThreadFactory();
    AdoptedPool adopted = fixed(pool, 1);
    Await.until(() -> pool.getCorePoolSize() == 1);
    pool.closing = true;
    adopted.close();
    assertThat(pool.refusal.get()).hasMessageStartingWith("pool must be governed once but is so");
    assertThat(pool.getCorePoolSize()).isEqualTo(4);
    assertThat(pool.getThreadFactory()).isSameAs(factory);
  }

  @Test
  void isAmongTheTargetsUntilItIsClosed() {
    ThreadPoolExecutor pool = unbounded(1);
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    AdoptedPool adopted = Flyball.govern("shown", pool);
    assertThat(Flyball.targets()).contains(adopted);
    assertThat(adopted).asString().startsWith("ThreadPoolExecutor 'shown': 1 workers asked for");
    assertThatThrownBy(() -> Flyball.govern("shown again", pool))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must be governed once but is so already: ");
    ThreadPoolExecutor other = unbounded(7);
    RejectedExecutionHandler its = other.getRejectedExecutionHandler();
    assertThatThrownBy(() -> Flyball.govern("shown", other))
        .isInstanceOf(IllegalStateException.class);
    assertThat(other.getRejectedExecutionHandler()).isSameAs(its);
    adopted.close();
    assertThat(Flyball.targets()).doesNotContain(adopted);
    assertThat(pool.getRejectedExecutionHandler()).isSameAs(handler);
    Flyball.govern("shown", pool).close();
  }

  @Test
  void onlyAdvisesWhereThatIsAskedFor() {
    ThreadPoolExecutor pool = unbounded(2);
    holdAll(pool, 50);
    try (AdoptedPool adopted = AdoptedPool.named("advised", pool).adviseOnly().build()) {
      Await.until(() -> adopted.governor().orElseThrow().lastAdvice().isPresent());
      assertThat(pool.getCorePoolSize()).isEqualTo(2);
    }
  }

  @Test
  void namesWhatCannotBeGoverned() {
    ScheduledThreadPoolExecutor scheduled = new ScheduledThreadPoolExecutor(1);
    made.add(scheduled);
    assertThatThrownBy(() -> Flyball.govern("scheduled", scheduled))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must not be a ScheduledThreadPoolExecutor");
    ExecutorService single = Executors.newSingleThreadExecutor();
    try {
      assertThatThrownBy(() -> Flyball.govern("single", single))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be of a kind that an adapter knows but was java.util")
          .hasMessageEndingWith("make a ThreadPoolExecutor of your own");
      assertThatThrownBy(() -> Flyball.govern("fork-join", ForkJoinPool.commonPool()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("does not count what it has done");
    } finally {
      single.shutdown();
    }
    ThreadPoolExecutor down = unbounded(1);
    down.shutdown();
    assertThatThrownBy(() -> Flyball.govern("down", down))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("pool must not be shut down but was ");
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
