package dev.flyball.lab.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.lab.harness.Pacer;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for every server whose requests run in a pool.
 *
 * <p>The right size is what the same policy gives a second pool in the same process, which gets the
 * same work at the same moments, handed in directly. Both are averages over time, of the number of
 * workers asked for.
 */
@Timeout(60)
@Tag("slow")
abstract class ServerOnPoolContractTest {

  private static final double RATE_PER_SECOND = 100;
  private static final Duration SERVICE = Duration.ofMillis(250);
  private static final Duration SETTLING = Duration.ofSeconds(6);
  private static final Duration STEADY = Duration.ofSeconds(4);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final int CLOSED_TOGETHER = 200;

  @TempDir Path temporary;

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean closing;

  /** Starts a server each of whose requests runs the service and answers with {@code done}. */
  abstract ServerOnPool start(Runnable service) throws Exception;

  private static void service() {
    try {
      Thread.sleep(SERVICE.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException("a request must not be interrupted", e);
    }
  }

  @Test
  void hasTheSizeOfItsRequestsLosesNoneAndStops() throws Exception {
    String name = getClass().getSimpleName();
    AdaptivePool direct = Flyball.pool("direct");
    ServerOnPool server = start(ServerOnPoolContractTest::service);
    AdaptivePool pool = server.pool();
    ExecutorService asking = Executors.newCachedThreadPool();
    Clients clients = server.clients();
    Sizes steady;
    Sizes closed;
    try (direct;
        clients;
        Pacer pacer = load(clients, asking, direct)) {
      pacer.start();
      Sizes.over(SETTLING, pool, direct, () -> {});
      steady = Sizes.over(STEADY, pool, direct, () -> {});
      closing = true;
      closed = Sizes.over(CLOSING, pool, direct, () -> asking.execute(() -> close(clients)));
      closing = false;
      pacer.close();
      long begun = System.nanoTime();
      int inFlight = sent.get() - answered.get();
      server.stop();
      asking.shutdown();
      assertThat(asking.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      System.out.printf(
          "%s: steady %s; closing %s; %d sent, %d answered, %d in flight at the stop, %d ms%n",
          name,
          steady,
          closed,
          sent.get(),
          answered.get(),
          inFlight,
          (System.nanoTime() - begun) / 1_000_000);
    }
    Observation.Flow flow = pool.lifetime().flow();
    System.out.println(flow.arrived() + " tasks " + failures.stream().limit(3).toList());
  }

  private Pacer load(Clients clients, ExecutorService asking, AdaptivePool direct) {
    LongSupplier times = Arrivals.poisson(RATE_PER_SECOND).times(1);
    long startNanos = System.nanoTime();
    Pacer.Plan<Integer> plan =
        new Pacer.Plan<>() {
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
        };
    return new Pacer(
        "pacer",
        System::nanoTime,
        pacer ->
            pacer.pace(
                plan,
                Long.MAX_VALUE,
                number -> {
                  asking.execute(() -> ask(clients));
                  direct.execute(ServerOnPoolContractTest::service);
                }));
  }

  private void close(Clients clients) {
    try {
      clients.connectAndClose(CLOSED_TOGETHER);
    } catch (IOException | RuntimeException e) {
      failures.add(e);
    }
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
}
