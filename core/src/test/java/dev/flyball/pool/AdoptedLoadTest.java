package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of a wrong size, adopted under a load that keeps 20 threads busy on average. */
@Tag("slow")
@Timeout(120)
class AdoptedLoadTest {

  private static final double PER_SECOND = 400;
  private static final long SERVICE_NANOS = 50_000_000;
  private static final long LENGTH_NANOS = 10_000_000_000L;

  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void findsItsSizeInTenSecondsAndIsGivenBack(int found) throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(found, found, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    pool.prestartAllCoreThreads();
    AtomicInteger done = new AtomicInteger();
    int handedIn = 0;
    try (AdoptedPool adopted = AdoptedPool.named("wrong " + found, pool).build()) {
      long beganNanos = System.nanoTime();
      long dueNanos = 0;
      while (dueNanos < LENGTH_NANOS) {
        while (System.nanoTime() - beganNanos < dueNanos) {
          LockSupport.parkNanos(dueNanos - (System.nanoTime() - beganNanos));
        }
        pool.execute(() -> {
          long endNanos = System.nanoTime() + SERVICE_NANOS;
          while (System.nanoTime() < endNanos) {
            LockSupport.parkNanos(endNanos - System.nanoTime());
          }
          done.incrementAndGet();
        });
        handedIn++;
        double gap = -Math.log(1 - ThreadLocalRandom.current().nextDouble()) / PER_SECOND;
        dueNanos += (long) (gap * 1e9);
      }
      // Erlang's C: with 26 threads one task in nine waits, with 42 none in a million.
      assertThat(adopted.workersTarget()).as(adopted.toString()).isBetween(24, 42);
      assertThat(adopted.queued()).as(adopted.toString()).isLessThan(20);
    }
    assertThat(pool.getCorePoolSize()).isEqualTo(found);
    assertThat(pool.getMaximumPoolSize()).isEqualTo(found);
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(done).hasValue(handedIn);
  }
}
