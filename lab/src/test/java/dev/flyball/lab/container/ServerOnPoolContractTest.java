package dev.flyball.lab.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.Flyball;
import dev.flyball.lab.harness.Pacer;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for every server whose requests run in a pool.
 *
 * <p>The right size is what the default policy gives a second pool in the same process, which gets
 * the same work at the same moments, handed in directly. Both sizes are averages over the same
 * time, of the number of workers asked for. For 100 requests a second of 250 ms Little's law needs
 * 25 workers, and the policy keeps 2.75 * sqrt(25) = 13.75 more for bursts: 39.
 */
@Timeout(60)
@Tag("slow")
abstract class ServerOnPoolContractTest {

  private static final double RATE_PER_SECOND = 100;
  private static final Duration SERVICE = Duration.ofMillis(250);
  private static final Duration SETTLING = Duration.ofSeconds(7);
  private static final Duration STEADY = Duration.ofSeconds(3);
  private static final Duration CLOSING = Duration.ofSeconds(3);
  private static final int CLOSED = 200;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  @TempDir Path temporary;

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean closing;

  /** Starts a server. Each of its requests runs the service and answers with {@code done}. */
  abstract ServerOnPool start(Runnable service) throws Exception;

  private static void work() {
    try {
      Thread.sleep(SERVICE.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException("a request must not be interrupted", e);
    }
  }

  private void serve() {
    begun.incrementAndGet();
    work();
  }

  @Test
  void hasTheSizeOfItsRequestsLosesNoneAndStops(TestReporter report) throws Exception {
    AdaptivePool direct = Flyball.pool("direct");
    ServerOnPool server = start(this::serve);
    AdaptivePool pool = server.pool();
    ExecutorService asking = Executors.newCachedThreadPool();
    Clients clients = server.clients();
    Pacer pacer = load(clients, asking, direct);
    try (direct;
        clients) {
      Runnable connections = clients.connect(CLOSED);
      pacer.start();
      Sizes.over(SETTLING, pool, direct);
      Sizes steady = Sizes.over(STEADY, pool, direct);

      closing = true;
      asking.execute(connections);
      Sizes closed = Sizes.over(CLOSING, pool, direct);
      closing = false;

      pacer.close();
      await(() -> begun.get() == sent.get() || !failures.isEmpty());
      int inFlight = begun.get() - answered.get();
      server.stop();
      asking.shutdown();
      assertThat(asking.awaitTermination(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();

      String seen =
          String.format(
              Locale.ROOT,
              "steady %s; clients close %s; %d sent, %d in flight at the stop, %d tasks",
              steady,
              closed,
              sent.get(),
              inFlight,
              pool.lifetime().flow().completed());
      report.publishEntry(getClass().getSimpleName(), seen);
      assertThat(failures).as(seen).isEmpty();
      assertThat(answered).as(seen).hasValue(sent.get());
      assertThat(inFlight).as(seen).isPositive();
      assertThat(steady.mean() / steady.directMean()).as(seen).isCloseTo(1, within(0.2));
      assertThat(closed.mean() / closed.directMean()).as(seen).isBetween(0.6, 1.6);
      assertThat((double) closed.most()).as(seen).isLessThan(2 * steady.directMean());
    } finally {
      pacer.close();
      asking.shutdownNow();
    }
    assertThat(pool.isTerminated()).isTrue();
    assertThat(pool.lifetime().flow().completed()).isEqualTo(pool.lifetime().flow().arrived());
    await(() -> Thread.getAllStackTraces().keySet().stream().noneMatch(this::isOfPool));
  }

  private boolean isOfPool(Thread thread) {
    return thread.getName().startsWith("requests-");
  }

  private static void await(BooleanSupplier condition) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - startNanos).isLessThan(PATIENCE_NANOS);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private Pacer load(Clients clients, ExecutorService asking, AdaptivePool direct) {
    return new Pacer(
        "load",
        System::nanoTime,
        pacer ->
            pacer.pace(
                new Steady(),
                Long.MAX_VALUE,
                number -> {
                  asking.execute(() -> ask(clients));
                  direct.execute(ServerOnPoolContractTest::work);
                }));
  }

  private void ask(Clients clients) {
    try {
      if (closing) {
        clients.askOnce();
      } else {
        clients.ask();
      }
      answered.incrementAndGet();
    } catch (IOException | RuntimeException e) {
      failures.add(e);
    }
  }

  /** Requests without end, one after the other at the same distance. */
  private final class Steady implements Pacer.Plan<Integer> {

    private final LongSupplier times = Arrivals.constant(RATE_PER_SECOND).times(1);
    private final long startNanos = System.nanoTime();
    private long next = startNanos + times.getAsLong();

    @Override
    public long nextNanos() {
      return next;
    }

    @Override
    public Integer take() {
      next = startNanos + times.getAsLong();
      return sent.incrementAndGet();
    }
  }
}
