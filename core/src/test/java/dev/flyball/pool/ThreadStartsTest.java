package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many threads a pool starts, and how many at the same time. */
@Timeout(60)
class ThreadStartsTest {

  private static final int WORKERS = 50;

  /** After so long a thread that has not come keeps no other from being started. */
  private static final long LATE_NANOS = 50_000_000;

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  private final AtomicInteger made = new AtomicInteger();

  private PoolBuilder pool(int workers) {
    return AdaptivePool.named("starts").ungoverned().workers(workers);
  }

  private Thread beforeTheGate(Runnable worker) {
    made.incrementAndGet();
    return new Thread(() -> {
      pools.awaitGate();
      worker.run();
    });
  }

  @Test
  void notMoreThreadsStartAtATimeThanTheProcessorsBear() throws Exception {
    AdaptivePool pool = pools.build(pool(WORKERS).threadFactory(this::beforeTheGate));
    CountDownLatch all = new CountDownLatch(WORKERS);
    long beganNanos = System.nanoTime();
    for (int i = 0; i < WORKERS; i++) {
      pool.execute(() -> {
        all.countDown();
        Await.on(all);
      });
    }
    int startingMax = 2 * Runtime.getRuntime().availableProcessors();
    int soFar = made.get();
    long sinceLate = (System.nanoTime() - beganNanos) / LATE_NANOS; // one more each time
    assertThat(soFar).isBetween(Math.min(WORKERS, startingMax), (int) (startingMax + sinceLate));
    pools.openGate();
    all.await(); // those that arrive have the others started
    assertThat(made).hasValue(WORKERS);
  }

  /** A worker that has ended an awaited task has no place any more: it stands in for the next. */
  @Test
  void tasksThatWaitForTheirOwnNeedNoNewThreadEachTime() throws Exception {
    int workers = 8;
    AdaptivePool pool =
        pools.build(
            pool(workers)
                .keepAlive(Duration.ofHours(1))
                .threadFactory(task -> {
                  made.incrementAndGet();
                  return new Thread(task);
                }));
    List<Future<?>> requests = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      requests.add(pool.submit(() -> pool.invokeAll(Collections.nCopies(3, () -> 1))));
    }
    for (Future<?> request : requests) {
      request.get();
    }
    assertThat(made.get()).isLessThanOrEqualTo(2 * workers);
  }

  @Test
  void aStartThatFailedIsTriedAgainThoughAnotherWorkerIsAtWork() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AdaptivePool pool =
        pools.build(
            pool(2)
                .threadFactory(task -> {
                  if (made.incrementAndGet() == 2) {
                    throw new IllegalStateException("none for now");
                  }
                  return new Thread(task);
                }));
    pool.execute(() -> {
      begun.countDown();
      pools.awaitGate();
    });
    begun.await();
    pool.submit(() -> "run beside it").get();
  }

  /** Threads of a factory that end before they run the worker that they were made for. */
  @Test
  void threadsThatDieBeforeTheyComeKeepNoOthersFromBeingStarted() throws Exception {
    int dying = 2 * Runtime.getRuntime().availableProcessors();
    AdaptivePool pool =
        pools.build(
            pool(dying + 1)
                .threadFactory(task -> made.incrementAndGet() > dying ? new Thread(task) : dead()));
    for (int i = 0; i < dying; i++) {
      pool.execute(() -> {});
    }
    Future<?> last = pool.submit(() -> {});
    Await.until(() -> {
      pool.execute(() -> {});
      return last.isDone();
    });
  }

  private static Thread dead() {
    return new Thread(() -> {});
  }

  @Test
  void threadsThatWaitForOneAnotherBeforeTheyComeAllStart() throws Exception {
    CountDownLatch together = new CountDownLatch(WORKERS / 2);
    AdaptivePool pool =
        pools.build(
            pool(WORKERS / 2)
                .threadFactory(task ->
                    new Thread(() -> {
                      together.countDown();
                      Await.on(together);
                      task.run();
                    })));
    Await.until(() -> {
      pool.execute(() -> {});
      return together.getCount() == 0;
    });
  }
}
