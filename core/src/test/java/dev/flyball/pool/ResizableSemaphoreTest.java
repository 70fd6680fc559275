package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.pool.foreign.PoolReading;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A semaphore that is governed. */
@Timeout(60)
class ResizableSemaphoreTest {

  private final ResizableSemaphore semaphore = new ResizableSemaphore(3, true);

  @Test
  void countsWhatIsHeldWaitedForReleasedAndRefused() throws InterruptedException {
    semaphore.acquire();
    semaphore.acquire(2);
    assertThat(semaphore.tryAcquire()).isFalse();
    assertThat(semaphore.tryAcquire(1, TimeUnit.MILLISECONDS)).isFalse();
    Thread waiting = new Thread(semaphore::acquireUninterruptibly);
    waiting.start();
    Await.until(() -> semaphore.read().queued() == 1);
    assertThat(semaphore.read()).isEqualTo(new PoolReading(3, 3, 3, 1, 0, 2));
    semaphore.release(2);
    waiting.join();
    assertThat(semaphore.read()).isEqualTo(new PoolReading(3, 3, 2, 0, 2, 2));
    assertThat(semaphore.isFair()).isTrue();
  }

  @Test
  void growsAndShrinksWhileItIsHeldAndIsGivenBack() {
    semaphore.acquireUninterruptibly(3);
    try (AdoptedPool adopted =
        AdoptedPool.named("held", semaphore).governedBy(new FixedSize(5)).build()) {
      Await.until(() -> semaphore.availablePermits() == 2);
      assertThat(semaphore.tryAcquire(2)).isTrue();
      adopted.governor().orElseThrow().pin(2);
      assertThat(semaphore.availablePermits()).isEqualTo(-3);
      assertThat(semaphore.read()).isEqualTo(new PoolReading(2, 5, 5, 0, 0, 0));
      semaphore.release(4);
      assertThat(semaphore.tryAcquire()).isTrue();
      assertThat(semaphore.tryAcquire()).isFalse();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    assertThatThrownBy(() -> new ResizableSemaphore(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be at least 1 but was 0");
  }

  @Test
  void isNoSmallerThanWhatAThreadAsksForAtOnce() throws InterruptedException {
    ResizableSemaphore ten = new ResizableSemaphore(10);
    try (AdoptedPool adopted =
        AdoptedPool.named("weights", ten).governedBy(new FixedSize(1)).build()) {
      Await.until(() -> ten.availablePermits() == 1);
      assertThat(ten.tryAcquire(8)).isTrue();
      Await.until(() -> ten.availablePermits() == 1 - 8);
      Thread waiting = new Thread(() -> ten.acquireUninterruptibly(5));
      waiting.start();
      Await.until(() -> ten.getQueueLength() == 1);
      adopted.governor().orElseThrow().pin(2);
      assertThat(ten.availablePermits()).isEqualTo(5 - 8);
      ten.release(8);
      waiting.join();
      Await.until(() -> ten.availablePermits() == 2 - 5);
      assertThat(ten.tryAcquire(11)).isFalse(); // as it was found, too
    }
    assertThat(ten.availablePermits()).isEqualTo(10 - 5);
  }

  @Test
  void isDrainedOfNoMoreThanThereIs() {
    semaphore.acquireUninterruptibly(3);
    semaphore.resize(1);
    assertThat(semaphore.drainPermits()).isZero();
    semaphore.release(3);
    assertThat(semaphore.availablePermits()).isEqualTo(1);
    assertThat(semaphore.drainPermits()).isEqualTo(1);
    semaphore.restore();
    assertThat(semaphore.drainPermits()).isEqualTo(2);
    assertThat(semaphore.read().busy()).isEqualTo(3);
  }

  /** Is asked when there is a shortage, or after an hour, which no test has. */
  private record Asleep(AtomicInteger asked) implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(new PollInterval(3_600_000_000_000L, 1_000_000));
    }

    @Override
    public Advice advise(Observation seen) {
      asked.incrementAndGet();
      return new Advice(seen.size().workersTarget(), "as it is", this);
    }
  }

  @Test
  void whatItRefusesWakesItsGovernorAlsoWhereAnotherReaderSawItFirst() {
    AtomicInteger asked = new AtomicInteger();
    semaphore.acquireUninterruptibly(3);
    try (AdoptedPool adopted =
        AdoptedPool.named("refuses", semaphore).governedBy(new Asleep(asked)).build()) {
      assertThat(semaphore.tryAcquire()).isFalse();
      assertThat(adopted.lifetime().flow().rejected()).isEqualTo(1);
      Await.until(() -> asked.get() > 0);
    }
  }

  @Test
  void isNotResizedAfterItWasGivenBack() {
    AdoptedPool adopted = AdoptedPool.named("by hand", semaphore).adviseOnly().build();
    adopted.governor().orElseThrow().close();
    Resizable hand = adopted.control();
    hand.resize(7);
    assertThat(semaphore.availablePermits()).isEqualTo(7);
    adopted.close();
    hand.resize(9);
    assertThat(semaphore.availablePermits()).isEqualTo(3);
  }

  @Test
  void isGovernedOnlyOnce() {
    ResizableSemaphore other = new ResizableSemaphore(3);
    try (AdoptedPool first = Flyball.govern("first", semaphore)) {
      assertThatThrownBy(() -> Flyball.govern("second", semaphore))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be governed once but is so already: ");
      assertThat(Flyball.targets()).contains(first);
      assertThatThrownBy(() -> Flyball.govern("first", other))
          .isInstanceOf(IllegalStateException.class);
    }
    Flyball.govern("second", semaphore).close();
    Flyball.govern("other", other).close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  @Tag("slow")
  void findsItsSizeUnderALoadThatHoldsTwenty(int found) throws InterruptedException {
    ResizableSemaphore calls = new ResizableSemaphore(found);
    ExecutorService callers = Executors.newCachedThreadPool();
    AtomicInteger done = new AtomicInteger();
    int sent = 4000;
    try (AdoptedPool adopted = Flyball.govern("calls", calls)) {
      long beganNanos = System.nanoTime();
      for (int i = 0; i < sent; i++) {
        long dueNanos = beganNanos + i * 2_500_000L;
        while (System.nanoTime() < dueNanos) {
          LockSupport.parkNanos(dueNanos - System.nanoTime());
        }
        callers.execute(() -> hold(calls, done));
      }
      assertThat(adopted.workersTarget()).as(adopted.toString()).isBetween(20, 42);
    }
    assertThat(calls.read().size()).isEqualTo(found);
    callers.shutdown();
    assertThat(callers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(done).hasValue(sent);
    assertThat(calls.availablePermits()).isEqualTo(found);
  }

  private static void hold(Semaphore calls, AtomicInteger done) {
    calls.acquireUninterruptibly();
    try {
      long endNanos = System.nanoTime() + 50_000_000;
      while (System.nanoTime() < endNanos) {
        LockSupport.parkNanos(endNanos - System.nanoTime());
      }
      done.incrementAndGet();
    } finally {
      calls.release();
    }
  }
}
