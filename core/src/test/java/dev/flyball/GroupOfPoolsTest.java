package dev.flyball;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.base.Dice;
import dev.flyball.control.Partition;
import dev.flyball.control.PoolGroup;
import dev.flyball.policy.Limits;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.Permits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups of real pools, with threads that wait. */
@Timeout(120)
class GroupOfPoolsTest {

  private volatile boolean ended;

  private final List<Thread> sources = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    ended = true;
    for (Thread source : sources) {
      source.join();
    }
  }

  /** Takes as long as something for which a thread waits. */
  private static void pass(double seconds) {
    long until = System.nanoTime() + Math.round(seconds * 1e9);
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  /** Has tasks come at random at this rate until the test is over. */
  private void come(double perSecond, Runnable submitting) {
    Dice dice = new Dice(Math.round(perSecond));
    Thread source =
        new Thread(() -> {
          long next = System.nanoTime();
          while (!ended) {
            next += Math.round(dice.nextExponential(1e9 / perSecond));
            pass((next - System.nanoTime()) / 1e9);
            submitting.run();
          }
        });
    source.setDaemon(true);
    source.start();
    sources.add(source);
  }

  private static int sizes(ManagedTarget... targets) {
    return Stream.of(targets).mapToInt(ManagedTarget::workersTarget).sum();
  }

  private static Partition.Claim claim(PoolGroup group, String name) {
    return group.last().orElseThrow().claims().stream()
        .filter(claim -> claim.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A web task: work of its own, and then a connection. */
  private static void request(Permits connections) {
    pass(0.15);
    try {
      connections.acquire();
    } catch (InterruptedException e) {
      return; // the pool is being stopped
    }
    try {
      pass(0.05);
    } finally {
      connections.release();
    }
  }

  @Test
  void aServletPoolAMessagePoolAndConnections() throws Exception {
    AdaptivePool web = Flyball.pool("group-web");
    AdaptivePool messages = Flyball.pool("group-messages");
    Permits connections = Flyball.permits("group-connections");
    PoolGroup group = Flyball.group("shop", 60, web, messages, connections);
    come(100, () -> web.execute(() -> request(connections)));
    come(40, () -> messages.execute(() -> pass(0.25)));

    Await.until(() -> group.last().map(Partition::load).orElse(0.0) > 30);
    Await.until(() -> web.queued() + messages.queued() + connections.queued() == 0);
    assertThat(sizes(web, messages, connections)).isLessThanOrEqualTo(60);
    Await.until(() ->
        web.workersTarget() >= 22
            && messages.workersTarget() >= 12
            && connections.workersTarget() >= 6);

    for (int i = 0; i < 400; i++) {
      messages.execute(() -> pass(0.25));
    }
    Await.until(
        () -> messages.workersTarget() >= 22); // what the others keep for bursts is there for it
    Await.until(() -> messages.queued() == 0);
    Await.until(() -> web.queued() == 0);

    group.total(25);
    Await.until(() -> sizes(web, messages, connections) <= 25);
    Await.until(() -> web.queued() > 100 && messages.queued() > 40); // there is too little for both
    assertThat(claim(group, "group-connections").callers()).isEqualTo(1);
    Await.until(() ->
        connections.queued() == 0
            && connections.workersTarget() >= 3
            && web.workersTarget() > messages.workersTarget()
            && messages.workersTarget() >= 4);

    group.weight("group-messages", 10);
    Await.until(() -> messages.workersTarget() > web.workersTarget());
    assertThat(sizes(web, messages, connections)).isLessThanOrEqualTo(25);

    group.close();
    Await.until(() -> sizes(web, messages, connections) > 35);
    Await.until(() -> web.queued() + messages.queued() == 0);
    end();
    web.close();
    messages.close();
    connections.close();
  }

  @Test
  void aPoolWhoseResultsAnotherOneWaitsForComesFirst() throws Exception {
    try (Limiter orders = Flyball.limit("group-orders");
        AdaptivePool prices = Flyball.pool("group-prices")) {
      PoolGroup group = Flyball.group("few", 6, orders, prices);
      come(
          100,
          () ->
              orders.execute(() -> {
                try {
                  prices.submit(() -> pass(0.02)).get();
                } catch (InterruptedException | ExecutionException e) {
                  throw new IllegalStateException(e);
                }
              }));
      Await.until(() -> group.last().isPresent() && claim(group, "group-prices").callers() == 1);
      assertThat(claim(group, "group-orders").callers()).isZero();
      end();
      Await.until(() -> orders.queued() == 0 && orders.running() == 0);
      prices.shutdown();
      assertThat(group.members()).containsExactly("group-orders");
    }
  }

  /** A request that waits for a job, which waits for a connection. */
  private static void request(AdaptivePool jobs, Permits connections) {
    try {
      jobs.submit(() -> request(connections)).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ofPoolsInARowTheOneThatLimitsIsNamedAndNoOtherIsGrownForIt() throws Exception {
    try (AdaptivePool requests = Flyball.pool("row-requests");
        AdaptivePool jobs = Flyball.pool("row-jobs");
        Permits connections = Flyball.start(Permits.named("row-connections").limits(1, 2))) {
      PoolGroup row = Flyball.chain("row", requests, jobs, connections);
      come(100, () -> requests.execute(() -> request(jobs, connections)));
      Await.until(() -> row.limiting().equals(Optional.of("row-connections")));
      Await.until(() ->
          requests.toString().contains("'row-connections' limits: all of its 2 workers are busy"));
      int most = jobs.workersTarget();

      connections.governor().orElseThrow().limits(Limits.of(1, 64)); // 5 are needed
      Await.until(() -> row.limiting().isEmpty() && requests.queued() == 0);
      assertThat(connections.workersTarget()).isGreaterThan(4);
      assertThat(most).isLessThan(100);
      end();
      requests.shutdown();
      Await.until(requests::isTerminated);
    }
  }

  @Test
  void aRowHasAtLeastTwo() {
    try (AdaptivePool single = Flyball.pool("row-single")) {
      assertThatThrownBy(() -> Flyball.chain("row", single))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("pools in a row must be at least 2 but was 1");
    }
  }

  /** The example of {@code docs/groups.md}. */
  @Test
  void theExampleOfTheDocumentation() {
    AdaptivePool web = Flyball.pool("web");
    AdaptivePool messages = Flyball.pool("messages");
    Permits connections = Flyball.permits("connections");

    PoolGroup shop = Flyball.group("shop", 60, web, messages, connections);
    shop.weight("web", 2); // web clients before messages, where workers are scarce
    String why = shop.toString(); // how the total was divided last
    shop.close(); // each is governed alone again

    assertThat(shop.members()).isEmpty();
    assertThat(why).startsWith("group 'shop'");
    web.close();
    messages.close();
    connections.close();
  }

  @Test
  void aTargetWithoutAGovernorIsRefusedAndTheOthersAreFree() {
    try (AdaptivePool governed = Flyball.pool("group-governed");
        AdaptivePool bare = AdaptivePool.named("group-bare").ungoverned().build()) {
      assertThatThrownBy(() -> Flyball.group("half", 10, governed, bare))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("members must be governed but 'group-bare' is not");
      Flyball.group("whole", 10, governed).close();
    }
  }
}
