package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.base.Await;
import dev.flyball.measure.thread.ThreadCpu;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What permits do, one thread at a time and under load. */
@Timeout(120)
class PermitsTest {

  private static final long HOLD_NANOS = 20_000_000;

  @Test
  void holdersThatWaitForOneAnotherAreNamed() throws Exception {
    Permits permits = Permits.named("db").ungoverned().atMost(2).build();
    CountDownLatch both = new CountDownLatch(2);
    List<Thread> holders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread holder =
          new Thread(() -> {
            try {
              permits.acquire();
              both.countDown();
              both.await();
              permits.acquire();
              permits.release();
            } catch (InterruptedException e) {
              // as meant
            } finally {
              permits.release();
            }
          });
      holder.start();
      holders.add(holder);
    }
    Await.until(() ->
        permits
            .toString()
            .contains("2 of 2 permits are held by threads that wait for another one"));
    assertThat(permits.control().note()).isPresent();
    for (Thread holder : holders) {
      holder.interrupt();
      holder.join();
    }
    assertThat(permits.toString()).doesNotContain("held by threads");
    assertThat(permits.available()).isEqualTo(2);
  }

  @Test
  void holdersThatComputeAreSeenAsSuchAndThoseThatWaitAsSuch() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/thread-self/schedstat")), "the system has no sensor");
    Observation computing = held(PermitsTest::compute);
    assertThat(computing.blockedNanos().orElseThrow()).isLessThan(0.4 * computing.busyNanos());
    Observation waiting = held(PermitsTest::park); // and for a processor, where the machine is busy
    assertThat(waiting.blockedNanos().orElseThrow())
        .isGreaterThan(0.6 * waiting.flow().completed() * HOLD_NANOS);
  }

  /** One permit, so that each hold is measured: they begin one pace of the samples apart. */
  private static Observation held(Runnable work) throws InterruptedException {
    Permits permits = Permits.named("db").ungoverned().atMost(1).build();
    acquire(permits);
    work.run();
    permits.release(); // nothing is known before one has ended
    Supplier<Observation> windows = permits.windows();
    List<Thread> holders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      holders.add(
          started(() -> {
            for (int n = 0; n < 10; n++) {
              acquire(permits);
              work.run();
              permits.release();
            }
          }));
    }
    for (Thread holder : holders) {
      holder.join();
    }
    return windows.get();
  }

  private static void acquire(Permits permits) {
    try {
      permits.acquire();
    } catch (InterruptedException e) {
      throw new AssertionError("it is not interrupted", e);
    }
  }

  private static void compute() {
    long until = ThreadCpu.ofCurrentThread().orElseThrow() + HOLD_NANOS;
    while (ThreadCpu.ofCurrentThread().orElseThrow() < until) {
      Thread.onSpinWait();
    }
  }

  private static void park() {
    long until = System.nanoTime() + HOLD_NANOS;
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  private static Thread started(Runnable body) {
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }

  /** A thread that takes a permit and adds its number; it does not give it back. */
  private static Thread taking(Permits permits, int number, List<Integer> order) {
    int before = permits.queued();
    Thread thread =
        started(() -> {
          try {
            permits.acquire();
            order.add(number);
          } catch (InterruptedException e) {
            order.add(-number);
          }
        });
    Await.until(() -> permits.queued() == before + 1);
    return thread;
  }

  @Test
  void asManyAsThereAreCanBeHeld() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(2).build();
    db.acquire();
    assertThat(db.tryAcquire()).isTrue();
    assertThat(db.tryAcquire()).isFalse();
    assertThat(db.tryAcquire(Duration.ofMillis(1))).isFalse();
    assertThat(db.available()).isZero();
    assertThat(db.held()).isEqualTo(2);
    db.release();
    assertThat(db.tryAcquire()).isTrue();
    db.release();
    db.release();
    assertThat(db.available()).isEqualTo(2);
    Observation life = db.lifetime();
    assertThat(life.flow().completed()).isEqualTo(3);
    assertThat(life.flow().rejected()).isEqualTo(1);
    assertThat(life.flow().arrived()).isEqualTo(4);
    assertThat(life.size().queuedAtEnd()).isZero();
  }

  @Test
  void aReleaseWithoutAnAcquireIsNamed() {
    Permits db = Permits.named("db").ungoverned().atMost(2).build();
    assertThatThrownBy(db::release)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "release must follow an acquire but none is held of permits 'db': 2, of them 0 held, 0"
                + " threads waiting");
    assertThat(db.available()).isEqualTo(2);
  }

  @Test
  void whoHasWaitedLongestIsNextAndNobodyPassesTheLine() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(1).build();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    db.acquire();
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      threads.add(taking(db, i, order));
    }
    for (int i = 1; i <= 5; i++) {
      int served = i;
      db.release();
      Await.until(() -> order.size() == served);
      assertThat(db.tryAcquire()).isFalse();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(order).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(1).build();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    db.acquire();
    Thread first = taking(db, 1, order);
    Thread second = taking(db, 2, order);
    first.interrupt();
    first.join();
    db.release();
    second.join();
    assertThat(order).containsExactly(-1, 2);
    assertThat(db.held()).isEqualTo(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(db::acquire).isInstanceOf(InterruptedException.class);
    assertThat(db.lifetime().size().queuedAtEnd()).isZero();
  }

  @Test
  void shrinkingBelowWhatIsHeldReturnsAtOnce() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(3).build();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 3; i++) {
      db.acquire();
    }
    Thread waiting = taking(db, 1, order);
    db.control.resize(1);
    assertThat(db.available()).isEqualTo(-2);
    assertThat(db.workersTarget()).isEqualTo(1);
    assertThat(db.workersCurrent()).isEqualTo(3);
    db.release();
    db.release();
    assertThat(db.available()).isZero();
    assertThat(db.queued()).isEqualTo(1);
    db.release();
    waiting.join();
    assertThat(db.held()).isEqualTo(1);
  }

  @Test
  void growingServesWhoWait() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(1).build();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    db.acquire();
    Thread first = taking(db, 1, order);
    Thread second = taking(db, 2, order);
    Thread third = taking(db, 3, order);
    db.control.resize(3);
    first.join();
    second.join();
    assertThat(order).containsExactlyInAnyOrder(1, 2);
    assertThat(db.queued()).isEqualTo(1);
    db.release();
    third.join();
  }

  @Test
  void aPermitMayBeGivenBackByAnotherThread() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(1).build();
    db.acquire();
    started(db::release).join();
    assertThat(db.held()).isZero();
    assertThat(db.tryAcquire()).isTrue();
    db.release();
    assertThat(db.lifetime().flow().completed()).isEqualTo(2);
  }

  @Test
  void theSameThreadMayHoldSeveral() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(3).build();
    db.acquire();
    db.acquire();
    db.acquire();
    db.release();
    db.release();
    db.release();
    assertThat(db.held()).isZero();
    assertThatThrownBy(db::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theyAreSizedByAPolicyUntilTheyAreClosed() throws Exception {
    Permits db =
        Permits.named("db")
            .atMost(1)
            .governedBy(new FixedSize(5))
            .limits(1, 3)
            .period(Duration.ofMillis(10))
            .build();
    AtomicBoolean ended = new AtomicBoolean();
    db.onTermination(() -> ended.set(true));
    Await.until(() -> db.workersTarget() == 3);
    db.close();
    assertThat(ended).isTrue();
    assertThat(db.tryAcquire()).isTrue();
    db.release();
    db.close();
  }

  @Test
  void whoHasToWaitIsReported() throws Exception {
    Permits db = Permits.named("db").ungoverned().atMost(1).build();
    AtomicInteger alarms = new AtomicInteger();
    assertThat(db.control.onSaturation(alarms::incrementAndGet)).isTrue();
    db.acquire();
    assertThat(alarms).hasValue(0);
    assertThat(db.tryAcquire()).isFalse();
    assertThat(db.tryAcquire(Duration.ofMillis(1))).isFalse();
    assertThat(alarms).hasValue(2);
  }

  @Test
  void neverMoreAreHeldThanThereWereWhateverHappens() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("PermitsTest: -Dseed=" + seed);
    int max = 16;
    Permits db = Permits.named("db").ungoverned().atMost(4).build();
    AtomicInteger holders = new AtomicInteger();
    AtomicReference<Throwable> wrong = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(seed + i);
      threads.add(started(() -> hold(db, random, holders, max, wrong, over)));
    }
    Random random = new Random(seed);
    long end = System.nanoTime() + 1_500_000_000L;
    while (System.nanoTime() - end < 0) {
      db.control.resize(1 + random.nextInt(max));
      threads.get(random.nextInt(threads.size())).interrupt();
      LockSupport.parkNanos(200_000);
    }
    over.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong.get()).isNull();
    assertThat(db.held()).isZero();
    assertThat(db.queued()).isZero();
    Observation life = db.lifetime();
    assertThat(life.flow().started()).isEqualTo(life.flow().completed());
    assertThat(life.size().queuedAtEnd()).isZero();
  }

  private static void hold(
      Permits db,
      Random random,
      AtomicInteger holders,
      int max,
      AtomicReference<Throwable> wrong,
      AtomicBoolean over) {
    while (!over.get()) {
      try {
        boolean mine =
            switch (random.nextInt(3)) {
              case 0 -> db.tryAcquire();
              case 1 -> db.tryAcquire(Duration.ofNanos(1 + random.nextInt(100_000)));
              default -> {
                db.acquire();
                yield true;
              }
            };
        if (mine) {
          if (holders.incrementAndGet() > max) {
            wrong.set(new AssertionError("more held than there ever were"));
          }
          holders.decrementAndGet();
          db.release();
        }
      } catch (InterruptedException e) {
        // as meant: the next try
      } catch (RuntimeException e) {
        wrong.set(e);
        return;
      }
    }
  }

  /** A builder that has built is as it was before. */
  @Test
  void aBuilderIsOfUseAgain() {
    PermitsBuilder plan = Permits.named("again").atMost(3);
    try (Permits three = plan.build();
        Permits forty = plan.atMost(40).build()) {
      assertThat(three.governor().orElseThrow().limits()).isEqualTo(Limits.of(1, 3));
      assertThat(forty.governor().orElseThrow().limits()).isEqualTo(Limits.of(1, 40));
    }
    try (Permits other = plan.governedBy(new FixedSize(50)).build()) {
      assertThat(other.governor().orElseThrow().limits()).isEqualTo(Limits.NONE);
    }
  }
}
