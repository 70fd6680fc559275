package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.base.Dice;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pools whose workers exist before their tasks, and pools that may overflow. */
@Timeout(120)
class PrestartTest {

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  @Test
  void theWorkersExistBeforeTheFirstTask() {
    AdaptivePool pool = pools.build(AdaptivePool.named("ready").ungoverned().workers(5).prestart());
    assertThat(pool.workersCurrent()).isEqualTo(5);
    pool.control.resize(9);
    assertThat(pool.workersCurrent()).isEqualTo(9);
    pool.control.resize(2);
    Await.until(() -> pool.workersCurrent() == 2);
  }

  @Test
  void aTaskIsRunByAThreadThatWasThereBefore() throws Exception {
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("ready")
                .ungoverned()
                .workers(8)
                .prestart()
                .threadFactory(task -> {
                  made.incrementAndGet();
                  return new Thread(task);
                }));
    assertThat(made).hasValue(8);
    pools.occupy(pool, 8).await();
    assertThat(made).hasValue(8);
    assertThat(pool.workersMax()).isEqualTo(8);
  }

  @Test
  void aReadyWorkerStaysHoweverLongItIsIdle() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("ready")
                .ungoverned()
                .workers(3)
                .prestart()
                .keepAlive(Duration.ofMillis(1)));
    AdaptivePool lazy =
        pools.build(
            AdaptivePool.named("lazy").ungoverned().workers(3).keepAlive(Duration.ofMillis(50)));
    Set<Thread> before = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 20; i++) {
      pool.submit(() -> before.add(Thread.currentThread())).get();
    }
    lazy.submit(() -> {}).get();
    Await.until(() -> lazy.workersCurrent() == 0); // fifty idle times of the other pool
    assertThat(pool.workersCurrent()).isEqualTo(3);
    assertThat(before).hasSizeLessThanOrEqualTo(3).allMatch(Thread::isAlive);
    assertThat(pool.submit(() -> before.contains(Thread.currentThread())).get())
        .as("the workers that were idle are those that run")
        .isIn(true, before.size() == 3);
  }

  @Test
  void tasksBeyondTheSizeStartWorkersWhereThePoolMayOverflow() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("over")
                .ungoverned()
                .workers(2)
                .prestart()
                .maximumWorkers(6)
                .keepAlive(Duration.ofMillis(5)));
    CountDownLatch six = pools.occupy(pool, 7);
    Await.until(() -> six.getCount() == 1);
    assertThat(pool.workersCurrent()).isEqualTo(6);
    assertThat(pool.queued()).isEqualTo(1);
    assertThat(pool.workersTarget()).isEqualTo(2);
    pools.openGate();
    six.await();
    Await.until(() -> pool.workersCurrent() == 2);
  }

  @Test
  void withoutPrestartAnOverflowEndsCompletely() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("over")
                .ungoverned()
                .workers(1)
                .maximumWorkers(4)
                .keepAlive(Duration.ofMillis(5)));
    assertThat(pool.workersCurrent()).isZero();
    pools.occupy(pool, 4).await();
    assertThat(pool.workersCurrent()).isEqualTo(4);
    pools.openGate();
    Await.until(() -> pool.workersCurrent() == 0);
  }

  @Test
  void anOverflowBelowOneIsRefused() {
    assertThatThrownBy(() -> AdaptivePool.named("over").ungoverned().maximumWorkers(0))
        .hasMessage("maximumWorkers must be at least 1 but was 0");
  }

  @Test
  void aReadyPoolEndsWhenItIsShutDown() throws Exception {
    AdaptivePool pool = pools.build(AdaptivePool.named("ready").ungoverned().workers(6).prestart());
    pool.execute(() -> {});
    pool.close();
    assertThat(pool.isTerminated()).isTrue();
    assertThat(pool.workersCurrent()).isZero();
    pool.control.resize(8);
    assertThat(pool.workersCurrent()).isZero();
  }

  @Test
  void aFactoryThatFailsLeavesTheReadyOnesOut() throws Exception {
    AtomicInteger made = new AtomicInteger();
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("ready")
                .ungoverned()
                .workers(4)
                .prestart()
                .threadFactory(task -> {
                  if (made.incrementAndGet() <= 2) {
                    throw new IllegalStateException("none today");
                  }
                  return new Thread(task);
                }));
    assertThat(pool.workersCurrent()).isEqualTo(2);
    assertThat(pool.submit(() -> "works").get()).isEqualTo("works");
  }

  /** Sizes that jump while tasks arrive: every task runs, and runs once. */
  @Test
  void noTaskIsLostAndNoneRunsTwiceWhileTheSizeJumps() throws Exception {
    Dice dice = new Dice(Long.getLong("seed", 7));
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("jump")
                .ungoverned()
                .workers(3)
                .prestart()
                .maximumWorkers(5)
                .keepAlive(Duration.ofNanos(20_000)));
    int tasks = 20_000;
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      if (dice.below(10) == 0) {
        pool.control.resize(1 + dice.below(8));
      }
      pool.execute(() -> {
        ran.incrementAndGet();
        all.countDown();
      });
    }
    all.await();
    pool.close();
    assertThat(ran).hasValue(tasks);
    assertThat(pool.workersMax()).isLessThanOrEqualTo(8);
    assertThat(pool.lifetime().flow().completed()).isEqualTo(tasks);
  }

  @Test
  void tasksThatNeedEachOtherCallAWorkerEachHoweverLongIdle() throws Exception {
    AdaptivePool pool =
        pools.build(
            AdaptivePool.named("pair")
                .ungoverned()
                .workers(2)
                .prestart()
                .keepAlive(Duration.ofHours(1)));
    for (int round = 0; round < 200; round++) {
      CyclicBarrier both = new CyclicBarrier(2);
      Future<Integer> first = pool.submit(() -> both.await());
      Future<Integer> second = pool.submit(() -> both.await());
      assertThat(first.get() + second.get()).isEqualTo(1);
    }
  }
}
