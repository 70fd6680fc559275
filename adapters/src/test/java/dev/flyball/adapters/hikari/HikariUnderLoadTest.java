package dev.flyball.adapters.hikari;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.pool.AdoptedPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A governed data source with callers that come at random and hold a connection for 50 ms. */
@Tag("slow")
@Timeout(120)
class HikariUnderLoadTest {

  private static final long USE_NANOS = 50_000_000;
  private static final long OPEN_NANOS = 20_000_000;

  /** How long the load stays steady; more by {@code -Dflyball.steady-seconds=N}. */
  private static final Duration STEADY =
      Duration.ofSeconds(Long.getLong("flyball.steady-seconds", 10));

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile boolean over;

  private static HikariDataSource source(int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(new CountedDatabase(OPEN_NANOS));
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  private Thread callAtRandom(HikariDataSource source, double perSecond) {
    Random dice = new Random(1);
    Thread arrivals =
        new Thread(() -> {
          double atNanos = System.nanoTime();
          while (!over) {
            atNanos -= Math.log(1 - dice.nextDouble()) * 1e9 / perSecond;
            CountedDatabase.pause((long) atNanos - System.nanoTime());
            callers.execute(() -> call(source));
          }
        });
    arrivals.start();
    return arrivals;
  }

  private void call(HikariDataSource source) {
    try (Connection one = source.getConnection()) {
      CountedDatabase.pause(USE_NANOS);
      if (!one.isValid(1)) {
        failed.incrementAndGet();
      }
    } catch (SQLException e) {
      failed.incrementAndGet();
    }
  }

  private void end(Thread arrivals) throws InterruptedException {
    over = true;
    arrivals.join();
    callers.shutdown();
    assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(failed).hasValue(0);
  }

  /** Twenty are in use at a time, and the policy keeps 13 more for bursts. */
  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void findsTheSizeWithinTenSeconds(int begin) throws InterruptedException {
    double needed = 33;
    long beganNanos = System.nanoTime();
    try (HikariDataSource source = source(begin);
        AdoptedPool adopted = Flyball.govern("load from " + begin, source)) {
      Thread arrivals = callAtRandom(source, 400);
      Await.until(() ->
          Math.abs(adopted.workersTarget() - needed) <= 0.15 * needed
              && adopted.workersCurrent() >= 20
              && adopted.workersCurrent() <= adopted.workersTarget()
              && adopted.queued() == 0);
      assertThat(System.nanoTime() - beganNanos).isLessThan(10_000_000_000L);
      end(arrivals);
    }
  }

  @Test
  void aSteadyLoadMakesNoMoreThanOneResizeInEachHalfMinute() throws InterruptedException {
    long beganNanos = System.nanoTime();
    try (HikariDataSource source = source(20);
        AdoptedPool adopted = Flyball.govern("steady load", source)) {
      Thread arrivals = callAtRandom(source, 200);
      Await.until(() -> System.nanoTime() - beganNanos > STEADY.toNanos());
      long halfMinutes = Math.max(1, STEADY.toSeconds() / 30);
      assertThat(adopted.governor().orElseThrow().journal().changes())
          .isLessThanOrEqualTo(halfMinutes);
      end(arrivals);
    }
  }
}
