package dev.flyball.adapters.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the threads of every server, over real sockets. */
@Timeout(120)
public abstract class ServerThreadsContract {

  private static final int PER_SECOND = 400;
  private static final int BUSY = (int) (PER_SECOND * Load.SERVICE_NANOS / 1_000_000_000);

  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();

  /** A server that runs. */
  public interface Running extends AutoCloseable {

    int port();

    /** What is governed. */
    Object pool();

    /** The threads that serve requests, or wait for one. */
    int threads();

    /** All settings that may be changed, as text. */
    String settings();

    @Override
    void close();
  }

  /**
   * Starts a server.
   *
   * @param threads the most that may serve requests
   * @param work what each request does
   */
  protected abstract Running start(int threads, Runnable work) throws Exception;

  /** The fewest threads that may serve requests. */
  protected int sizeMin() {
    return 1;
  }

  /** How many of a hundred requests are at least counted. */
  protected int countedLeast() {
    return 90;
  }

  private void atTheGate() {
    running.incrementAndGet();
    Await.on(gate);
    running.decrementAndGet();
  }

  private static AdoptedPool fixed(Running server, int size) {
    return AdoptedPool.named("fixed", server.pool()).governedBy(new FixedSize(size)).build();
  }

  @Test
  void nothingIsBusyAtRestAndRequestsAreCounted() throws Exception {
    try (Running server = start(20, () -> {});
        AdoptedPool adopted = fixed(server, 10)) {
      Load load = Load.to(server.port());
      for (int i = 1; i <= 100; i++) {
        load.sendOne();
        load.awaitAll();
      }
      Await.until(() -> adopted.lifetime().flow().completed() >= countedLeast());
      Await.until(() -> adopted.toString().contains(" 0 busy, 0 queued"));
      assertThat(adopted.lifetime().flow().completed()).isLessThanOrEqualTo(110);
      assertThat(load.failed()).isZero();
      assertThat(adopted.lifetime().times().cpuNanosSum()).isPresent();
    }
  }

  @Test
  void growingStartsThreadsForThoseThatWait() throws Exception {
    try (Running server = start(sizeMin(), this::atTheGate)) {
      try {
        Load load = Load.to(server.port());
        for (int i = 0; i < 30; i++) {
          load.sendOne();
        }
        Await.until(() -> running.get() > 0);
        int reserved = sizeMin() - 1;
        try (AdoptedPool adopted = fixed(server, 20)) {
          Await.until(() -> running.get() >= 20 - reserved);
          Await.until(() -> adopted.workersTarget() == 20);
          gate.countDown();
          load.awaitAll();
        }
        assertThat(load.failed()).isZero();
      } finally {
        gate.countDown(); // the server waits for its requests
      }
    }
  }

  @Test
  void shrinkingEndsThreadsThatWereBusyOrIdle() throws Exception {
    try (Running server = start(60, this::atTheGate)) {
      try {
        Load load = Load.to(server.port());
        for (int i = 0; i < 40; i++) {
          load.sendOne();
        }
        Await.until(() -> running.get() == 40);
        String before = server.settings();
        try (AdoptedPool adopted = fixed(server, 8)) {
          Await.until(() -> adopted.workersTarget() == 8);
          gate.countDown();
          Await.until(() -> server.threads() <= 8);
          load.awaitAll();
          assertThat(load.failed()).isZero();
        }
        assertThat(server.settings()).isEqualTo(before);
      } finally {
        gate.countDown(); // the server waits for its requests
      }
    }
  }

  @Test
  void aSizeThatItCannotHaveIsTheNextThatItCan() throws Exception {
    try (Running server = start(20, () -> {})) {
      String before = server.settings();
      AdoptedPool adopted = fixed(server, 1);
      Await.until(() -> adopted.workersTarget() == sizeMin());
      Load load = Load.to(server.port());
      for (int i = 0; i < 20; i++) {
        load.sendOne();
      }
      load.awaitAll();
      assertThat(load.failed()).isZero();
      adopted.close();
      adopted.close();
      assertThat(server.settings()).isEqualTo(before);
    }
  }

  @Test
  void isGovernedOnce() throws Exception {
    try (Running server = start(20, () -> {})) {
      AdoptedPool adopted = Flyball.govern("first", server.pool());
      assertThatThrownBy(() -> Flyball.govern("second", server.pool()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be governed once but is so already: ");
      adopted.close();
      Flyball.govern("second", server.pool()).close();
    }
  }

  @Test
  void isGovernedNoMoreWhenTheServerStops() throws Exception {
    Running server = start(20, () -> {});
    CountDownLatch ended = new CountDownLatch(1);
    AdoptedPool adopted = Flyball.govern("stopped", server.pool());
    adopted.onTermination(ended::countDown);
    server.close();
    ended.await();
    assertThat(Flyball.targets()).doesNotContain(adopted);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10 * BUSY})
  @Tag("slow")
  void followsTheLoadFromFarTooFewAndFromFarTooMany(int threads) throws Exception {
    try (Running server = start(Math.max(sizeMin(), threads), Load::serve)) {
      String before = server.settings();
      Load load = Load.to(server.port());
      try (AdoptedPool adopted = Flyball.govern("followed", server.pool())) {
        load.send(PER_SECOND, Duration.ofSeconds(8));
        long servedBefore = load.served();
        load.send(PER_SECOND, Duration.ofSeconds(2));
        assertThat(load.served() - servedBefore).isGreaterThan((long) (2 * PER_SECOND * 0.85));
        assertThat(adopted.workersTarget()).isLessThanOrEqualTo(2 * BUSY);
        assertThat(server.threads()).isLessThanOrEqualTo(5 * BUSY / 2);
        load.awaitAll();
      }
      assertThat(load.failed()).isZero();
      assertThat(server.settings()).isEqualTo(before);
    }
  }
}
