package dev.flyball;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.control.Governor;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.Permits;
import dev.flyball.pool.ScheduledPool;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A target that was dropped without a shutdown is collected once nothing of it is in use, and not
 * before.
 *
 * <p>That something is <i>not</i> collected is seen beside a probe: another target, dropped in the
 * same way at the same time but with nothing in use, is.
 */
@Timeout(120)
class AbandonedPoolTest {

  /** Collections one after the other would take a processor from the other tests. */
  private static final long COLLECTION_REST_NANOS = 20_000_000;

  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void openGate() {
    gate.countDown();
  }

  // ---- What can be seen of a target that the test does not hold

  /** What is left of a target. */
  private record Trace(String name, WeakReference<ManagedTarget> target) {

    static Trace of(ManagedTarget target) {
      return new Trace(target.name(), new WeakReference<>(target));
    }

    boolean isThere() {
      return target.get() != null;
    }

    boolean hasGovernorThread() {
      return Thread.getAllStackTraces().keySet().stream()
          .anyMatch(thread -> thread.getName().equals("flyball-governor-" + name));
    }

    boolean isListed() {
      return Flyball.targets().stream().anyMatch(shown -> shown.name().equals(name));
    }

    boolean hasBeans() {
      return ManagementFactory.getPlatformMBeanServer().isRegistered(PoolMonitor.objectName(name))
          || ManagementFactory.getPlatformMBeanServer().isRegistered(PoolMonitor.viewName(name));
    }

    void awaitCollected() {
      Await.until(() -> {
        System.gc();
        LockSupport.parkNanos(COLLECTION_REST_NANOS);
        return !isThere();
      });
    }

    void awaitGone() {
      awaitCollected();
      Await.until(() -> !hasGovernorThread());
      Await.until(() -> !hasBeans());
      assertThat(isListed()).isFalse();
    }

    /** Of a target that is governed. */
    void isInUse(boolean isShown) {
      assertThat(isThere()).isTrue();
      assertThat(hasGovernorThread()).isTrue();
      assertThat(isListed()).isEqualTo(isShown);
      assertThat(hasBeans()).isEqualTo(isShown);
    }
  }

  /** Waits until a target that was dropped now, after tasks, was collected. */
  private static void awaitProbe(Kind kind) throws Exception {
    usedAndDropped(kind, "probe").awaitGone();
  }

  // ---- Collected

  /** The kinds of targets. */
  enum Kind {
    POOL,
    LIMITER,
    POOL_NOT_SHOWN,
    LIMITER_NOT_SHOWN,
    UNGOVERNED_POOL,
    POOL_ON_FOREIGN_THREADS;

    ExecutorService make(String name) {
      return switch (this) {
        case POOL -> Flyball.pool(name);
        case LIMITER -> Flyball.limit(name);
        case POOL_NOT_SHOWN -> AdaptivePool.named(name).build();
        case LIMITER_NOT_SHOWN -> Limiter.named(name).build();
        case UNGOVERNED_POOL -> Flyball.start(AdaptivePool.named(name).ungoverned());
        case POOL_ON_FOREIGN_THREADS ->
            Flyball.start(AdaptivePool.named(name).threadFactory(Thread::new));
      };
    }

    boolean isShown() {
      return !name().endsWith("NOT_SHOWN");
    }
  }

  /** All that a target can be given: none of it keeps the target. */
  private static Trace usedAndDropped(Kind kind, String name) throws Exception {
    ExecutorService target = kind.make(name);
    ManagedTarget shown = (ManagedTarget) target;
    AtomicInteger ran = new AtomicInteger();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      futures.add(target.submit(ran::incrementAndGet));
      target.execute(ran::incrementAndGet);
    }
    // A task of its own that waits for another one, which the watch over standstills looks at.
    futures.add(target.submit(() -> target.submit(ran::incrementAndGet).get()));
    for (Future<?> future : futures) {
      future.get();
    }
    Await.until(() -> ran.get() == 401);
    shown.onTermination(() -> shown.name());
    shown.onShed((task, importance, waited, why) -> shown.name());
    shown
        .governor()
        .ifPresent(governor -> {
          governor.addListener(decision -> shown.name());
          governor.onClose(() -> shown.name());
          Await.until(() -> governor.lastAdvice().isPresent());
        });
    assertThat(Flyball.targets().contains(shown)).isEqualTo(kind.isShown());
    return Trace.of(shown);
  }

  @ParameterizedTest
  @EnumSource
  void isCollectedAfterItsTasks(Kind kind) throws Exception {
    usedAndDropped(kind, "dropped").awaitGone();
    usedAndDropped(kind, "dropped").awaitGone(); // its name is free again
  }

  @Test
  void permitsAreCollectedThatWereHeldAndReleased() throws Exception {
    permitsUsedAndDropped().awaitGone();
  }

  private static Trace permitsUsedAndDropped() throws InterruptedException {
    Permits permits = Flyball.permits("dropped permits");
    permits.acquire();
    permits.release();
    return Trace.of(permits);
  }

  @Test
  void aScheduledPoolIsCollectedAfterItsTasks() throws Exception {
    scheduledAndDropped().awaitGone();
  }

  private static Trace scheduledAndDropped() throws Exception {
    AdaptivePool pool = Flyball.pool("dropped schedule");
    ScheduledPool.over(pool).schedule(() -> "ran", 1, TimeUnit.MILLISECONDS).get();
    return Trace.of(pool);
  }

  @Test
  void aGroupIsCollectedWithItsMembers() throws Exception {
    groupDropped().forEach(Trace::awaitGone);
  }

  private static List<Trace> groupDropped() throws Exception {
    AdaptivePool web = Flyball.pool("dropped web");
    Permits connections = Flyball.permits("dropped connections");
    Flyball.group("dropped shop", 10, web, connections);
    web.submit(
            () -> {
              connections.acquire();
              connections.release();
              return true;
            })
        .get();
    return List.of(Trace.of(web), Trace.of(connections));
  }

  @Test
  void theBeanOfAPoolThatWasShutDownIsNotTakenFromTheNextOfItsName() throws Exception {
    Trace before = shutDown("named twice");
    try (AdaptivePool next = Flyball.pool("named twice")) {
      before.awaitCollected();
      awaitProbe(Kind.POOL); // the cleaner has come by since
      assertThat(Trace.of(next).hasBeans()).isTrue();
      assertThat(Flyball.targets()).contains(next);
    }
  }

  private static Trace shutDown(String name) {
    try (AdaptivePool pool = Flyball.pool(name)) {
      return Trace.of(pool);
    }
  }

  // ---- Not collected

  @ParameterizedTest
  @EnumSource(names = {"POOL", "LIMITER", "POOL_NOT_SHOWN", "LIMITER_NOT_SHOWN"})
  void isKeptByATaskThatRuns(Kind kind) throws Exception {
    isKeptByTasks(kind, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"POOL", "LIMITER", "POOL_NOT_SHOWN", "LIMITER_NOT_SHOWN"})
  void runsWhatWaitsAndIsGovernedMeanwhile(Kind kind) throws Exception {
    isKeptByTasks(kind, 1000);
  }

  private void isKeptByTasks(Kind kind, int tasks) throws Exception {
    AtomicInteger ran = new AtomicInteger();
    Trace trace = atWorkAndDropped(kind, tasks, ran);
    awaitProbe(kind);
    trace.isInUse(kind.isShown());
    gate.countDown();
    Await.until(() -> ran.get() == tasks);
    trace.awaitGone();
  }

  private Trace atWorkAndDropped(Kind kind, int tasks, AtomicInteger ran) throws Exception {
    ExecutorService target = kind.make("at work");
    CountDownLatch runs = new CountDownLatch(1);
    for (int i = 0; i < tasks; i++) {
      target.execute(() -> {
        runs.countDown();
        Await.on(gate);
        ran.incrementAndGet();
      });
    }
    runs.await();
    return Trace.of((ManagedTarget) target);
  }

  @ParameterizedTest
  @EnumSource(names = {"POOL", "LIMITER", "POOL_NOT_SHOWN", "LIMITER_NOT_SHOWN"})
  void isKeptByAFuture(Kind kind) throws Exception {
    Future<?>[] future = new Future<?>[1];
    Trace trace = doneAndDropped(kind, future);
    awaitProbe(kind);
    trace.isInUse(kind.isShown());
    assertThat(future[0].get()).isEqualTo("done");
    future[0] = null;
    trace.awaitGone();
  }

  private static Trace doneAndDropped(Kind kind, @Nullable Future<?>[] future) throws Exception {
    ExecutorService target = kind.make("with a future");
    future[0] = target.submit(() -> "done");
    future[0].get();
    return Trace.of((ManagedTarget) target);
  }

  @Test
  void isKeptByItsGovernor() throws Exception {
    Governor[] governor = new Governor[1];
    Trace trace = governorOfDropped(governor);
    awaitProbe(Kind.POOL);
    trace.isInUse(true);
    governor[0].pin(3);
    assertThat(governor[0].size()).isEqualTo(3);
    governor = null;
    trace.awaitGone();
  }

  private static Trace governorOfDropped(@Nullable Governor[] governor) {
    AdaptivePool pool = Flyball.pool("with a governor");
    governor[0] = pool.governor().orElseThrow();
    return Trace.of(pool);
  }

  @Test
  void isKeptByTasksForWhichNoThreadStarts() throws Exception {
    AtomicBoolean starts = new AtomicBoolean();
    AtomicInteger ran = new AtomicInteger();
    Trace trace = strandedAndDropped(starts, ran);
    awaitProbe(Kind.POOL);
    assertThat(trace.isThere()).isTrue();
    assertThat(ran).hasValue(0);
    starts.set(true);
    Await.until(() -> ran.get() == 1);
    trace.awaitGone();
  }

  /** While the factory makes the one thread that will not start, a second task comes. */
  private static Trace strandedAndDropped(AtomicBoolean starts, AtomicInteger ran)
      throws Exception {
    CountDownLatch makes = new CountDownLatch(1);
    CountDownLatch mayFail = new CountDownLatch(1);
    AdaptivePool pool =
        Flyball.start(
            AdaptivePool.named("stranded")
                .ungoverned()
                .workers(1)
                .threadFactory(task -> {
                  if (starts.get()) {
                    return new Thread(task);
                  }
                  makes.countDown();
                  Await.on(mayFail);
                  throw new IllegalStateException("no threads now");
                }));
    AtomicBoolean refused = new AtomicBoolean();
    Thread first =
        new Thread(() -> {
          try {
            pool.execute(ran::incrementAndGet);
          } catch (RuntimeException e) {
            refused.set(true);
          }
        });
    first.start();
    makes.await();
    pool.execute(ran::incrementAndGet);
    mayFail.countDown();
    first.join();
    assertThat(refused).isTrue();
    assertThat(pool.queued()).isEqualTo(1);
    assertThat(pool.workersCurrent()).isZero();
    return Trace.of(pool);
  }
}
