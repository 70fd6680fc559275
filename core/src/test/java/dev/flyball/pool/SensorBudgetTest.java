package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.policy.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool takes no more descriptors for its sensors than their budget allows. */
@Timeout(120)
class SensorBudgetTest {

  private static final Path OWN_RUN_QUEUE = Path.of("/proc/thread-self/schedstat");

  @RegisterExtension final PoolsUnderTest pools = new PoolsUnderTest();

  @BeforeAll
  static void onlyWhereRunQueuesAreReported() {
    Assumptions.assumeTrue(Files.isReadable(OWN_RUN_QUEUE));
  }

  private AdaptivePool pool(int workers, SensorBudget budget) {
    PoolBuilder plan =
        AdaptivePool.named("orders").ungoverned().workers(workers).keepAlive(Duration.ofMillis(20));
    plan.sensors = budget;
    return pools.build(plan);
  }

  /** An action of a test. */
  private interface Look {
    void run() throws Exception;
  }

  /** Has that many workers at work at once, looks, and waits until all of them have gone. */
  private static void occupy(AdaptivePool pool, int workers, Look look) throws Exception {
    CountDownLatch all = new CountDownLatch(workers);
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < workers; i++) {
      pool.execute(() -> {
        all.countDown();
        Await.on(go);
      });
    }
    all.await();
    try {
      look.run();
    } finally {
      go.countDown();
    }
    Await.until(() -> pool.workersCurrent() == 0);
  }

  @Test
  void theFigureIsUnknownWhileWorkersGoWithoutASensorAndKnownAgainThen() throws Exception {
    AdaptivePool pool = pool(16, new SensorBudget(16));
    Resizable size = pool.control();
    Supplier<Observation> windows = pool.windows();
    occupy(
        pool,
        16,
        () -> {
          assertThat(windows.get().times().runQueueWaitNanosSum()).isPresent();
          assertThat(pool.toString()).doesNotContain("run-queue");
        });

    size.resize(40);
    occupy(
        pool,
        40,
        () -> {
          assertThat(windows.get().times().runQueueWaitNanosSum()).isEmpty();
          assertThat(pool.toString())
              .contains("run-queue wait unknown: 16 of 40 workers are sampled");
        });

    size.resize(16);
    assertThat(windows.get().times().runQueueWaitNanosSum()).as("of the forty").isEmpty();
    occupy(
        pool,
        16,
        () -> {
          assertThat(windows.get().times().runQueueWaitNanosSum()).isPresent();
          assertThat(pool.toString()).doesNotContain("run-queue");
        });
  }

  @Test
  void aWindowInWhichAWorkerWithoutASensorLivedAndDiedIsUnknown() throws Exception {
    AdaptivePool pool = pool(8, new SensorBudget(4));
    Supplier<Observation> windows = pool.windows();
    occupy(pool, 8, () -> {});
    assertThat(windows.get().times().runQueueWaitNanosSum()).isEmpty();
    assertThat(pool.lifetime().times().runQueueWaitNanosSum()).isEmpty();
    occupy(pool, 4, () -> {});
    assertThat(windows.get().times().runQueueWaitNanosSum()).isPresent();
  }

  @Test
  void noMoreDescriptorsAreOpenThanTheBudgetHas() throws Exception {
    long before = runQueuesOpen();
    AdaptivePool pool = pool(40, new SensorBudget(16));
    occupy(pool, 40, () -> assertThat(runQueuesOpen() - before).isEqualTo(16));
    assertThat(runQueuesOpen() - before).isZero();
  }

  @Test
  void aPoolThatGetsNoneSaysSo() throws Exception {
    AdaptivePool pool = pool(2, new SensorBudget(0));
    occupy(
        pool,
        2,
        () ->
            assertThat(pool.toString())
                .contains("run-queue wait unknown: 0 of 2 workers are sampled"));
  }

  private static long runQueuesOpen() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(SensorBudgetTest::isRunQueue).count();
    }
  }

  private static boolean isRunQueue(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).endsWith("schedstat");
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
