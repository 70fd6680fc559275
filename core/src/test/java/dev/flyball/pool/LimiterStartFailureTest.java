package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limiter whose threads cannot be started: nothing is lost, and whoever can be told is told. */
@Timeout(120)
class LimiterStartFailureTest {

  /** The ways in which it goes wrong. */
  enum Fault {
    THROWS {
      @Override
      Thread make(Runnable task) {
        throw new OutOfMemoryError("on purpose");
      }
    },
    MAKES_NONE {
      @Override
      @SuppressWarnings("NullAway") // the mistake that is tested
      Thread make(Runnable task) {
        return null;
      }
    },
    MAKES_ONE_THAT_RUNS {
      @Override
      Thread make(Runnable task) {
        Thread another = new Thread(() -> {});
        another.start();
        return another;
      }
    };

    abstract Thread make(Runnable task);
  }

  /** Fails as long as it is told to. */
  private static final class Faulty implements ThreadFactory {
    private final Fault fault;
    private final AtomicInteger failures = new AtomicInteger();
    private final Set<Thread> failedIn = ConcurrentHashMap.newKeySet();
    private final AtomicInteger toFail = new AtomicInteger();

    Faulty(Fault fault) {
      this.fault = fault;
    }

    void failNext(int times) {
      toFail.set(times);
    }

    @Override
    public Thread newThread(Runnable task) {
      if (toFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        failedIn.add(Thread.currentThread());
        failures.incrementAndGet();
        return fault.make(task);
      }
      return new Thread(task);
    }
  }

  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Integer> ran = Collections.synchronizedList(new ArrayList<>());

  private Runnable atTheGate(int number) {
    return () -> {
      ran.add(number);
      Await.on(gate);
    };
  }

  private static void end(Limiter limiter) throws InterruptedException {
    limiter.shutdown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void theSubmitterIsToldAndItsPlaceIsFreeAgain(Fault fault) throws Exception {
    Faulty factory = new Faulty(fault);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    factory.failNext(1);
    assertThatThrownBy(() -> limiter.execute(atTheGate(0)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("no thread could be started by limiter 'faulty'")
        .hasCauseInstanceOf(Throwable.class);
    assertThat(limiter.running()).isZero();
    gate.countDown();
    assertThat(limiter.submit(() -> "alive").get()).isEqualTo("alive");
    end(limiter);
    assertThat(limiter.lifetime().flow().rejected()).isEqualTo(1);
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aTaskThatWaitedIsTriedAgainAtOnceAndKeepsItsTurn(Fault fault) throws Exception {
    Faulty factory = new Faulty(fault);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    for (int i = 0; i < 4; i++) {
      limiter.execute(atTheGate(i));
    }
    factory.failNext(2);
    gate.countDown();
    Await.until(() -> ran.size() == 4);
    assertThat(ran).containsExactly(0, 1, 2, 3);
    end(limiter);
    assertThat(limiter.queued()).isZero();
    assertThat(limiter.lifetime().flow().started())
        .isEqualTo(limiter.lifetime().flow().completed());
  }

  @ParameterizedTest
  @EnumSource
  void tasksThatCannotBeStartedWaitForTheNextOccasion(Fault fault) throws Exception {
    Faulty factory = new Faulty(fault);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    for (int i = 0; i < 3; i++) {
      limiter.execute(atTheGate(i));
    }
    Await.until(() -> ran.size() == 1);
    factory.failNext(Integer.MAX_VALUE);
    gate.countDown();
    Await.until(() -> limiter.running() == 0 && limiter.queued() == 2);
    assertThat(factory.failures).hasValueGreaterThanOrEqualTo(3);
    factory.failNext(0);
    limiter.execute(atTheGate(3));
    Await.until(() -> ran.size() == 4);
    assertThat(ran).containsExactly(0, 1, 2, 3);
    end(limiter);
  }

  /** The states of a thread that has come to its task, and waits there or has ended. */
  private static final Set<Thread.State> SETTLED =
      EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

  /** Starts what it makes; the task may run before the limiter hears of it, or much later. */
  private static Thread startedByItsFactory(Runnable task, boolean runsFirst) {
    Thread made = new Thread(task);
    made.start();
    if (runsFirst) {
      Await.until(() -> SETTLED.contains(made.getState()));
    }
    return made;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTaskWhoseFactoryStartsItsThreadRunsAtMostOnceAndTheLimitHolds(boolean runsFirst)
      throws Exception {
    Limiter limiter =
        Limiter.named("hasty")
            .ungoverned()
            .atMost(2)
            .threadFactory(task -> startedByItsFactory(task, runsFirst))
            .build();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger insideMax = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    int refused = 0;
    int tasks = 200;
    for (int i = 0; i < tasks; i++) {
      try {
        limiter.execute(() -> {
          insideMax.accumulateAndGet(inside.incrementAndGet(), Math::max);
          LockSupport.parkNanos(10_000);
          inside.decrementAndGet();
          runs.incrementAndGet();
        });
      } catch (RejectedExecutionException e) {
        refused++; // its thread came too late, and does nothing
      }
    }
    end(limiter);
    // Those whose thread is always late are dropped at the end.
    assertThat(runs.get() + refused).isBetween(runsFirst ? tasks : 0, tasks);
    assertThat(insideMax.get()).isBetween(runs.get() > 0 ? 1 : 0, 2);
    assertThat(limiter.running()).isZero();
    assertThat(limiter.queued()).isZero();
  }

  @Test
  void aTaskThatRunsAlthoughItsStartThrewIsTakenIn() throws Exception {
    Limiter limiter =
        Limiter.named("hasty")
            .ungoverned()
            .atMost(1)
            .threadFactory(task -> startedByItsFactory(task, true))
            .build();
    limiter.execute(atTheGate(0));
    assertThat(limiter.running()).isEqualTo(1);
    limiter.execute(atTheGate(1));
    assertThat(limiter.queued()).isEqualTo(1);
    gate.countDown();
    end(limiter);
    assertThat(ran).containsExactly(0, 1);
    assertThat(limiter.lifetime().flow().rejected()).isZero();
  }

  @Test
  void anObservationIsAnOccasionToo() throws Exception {
    Faulty factory = new Faulty(Fault.THROWS);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    limiter.execute(atTheGate(0));
    limiter.execute(atTheGate(1));
    Await.until(() -> ran.size() == 1);
    factory.failNext(Integer.MAX_VALUE);
    gate.countDown();
    Await.until(() -> limiter.running() == 0);
    Await.until(() -> {
      limiter.control.observe();
      return factory.failedIn.contains(Thread.currentThread());
    });
    factory.failNext(0);
    end(limiter);
    assertThat(ran).containsExactly(0, 1);
  }

  @Test
  void whereNothingRunsTheWaitingAreTriedAgainWithoutAnOccasion() throws Exception {
    Faulty factory = new Faulty(Fault.THROWS);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    for (int i = 0; i < 3; i++) {
      limiter.execute(atTheGate(i));
    }
    Await.until(() -> ran.size() == 1);
    factory.failNext(3 + 3 + 1); // as the first ends, at the first try later, and once at the next
    gate.countDown();
    Await.until(() -> ran.size() == 3);
    assertThat(ran).containsExactly(0, 1, 2);
    assertThat(factory.failures).hasValue(7);
    end(limiter);
  }

  @Test
  void aShutDownLimiterThatCanStartNothingCancelsWhatIsLeftAndEnds() throws Exception {
    Faulty factory = new Faulty(Fault.THROWS);
    Limiter limiter = Limiter.named("faulty").ungoverned().atMost(1).threadFactory(factory).build();
    limiter.execute(atTheGate(0));
    Future<?> left = limiter.submit(atTheGate(1));
    Await.until(() -> ran.size() == 1);
    factory.failNext(Integer.MAX_VALUE);
    limiter.shutdown();
    gate.countDown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
    assertThatThrownBy(left::get).isInstanceOf(CancellationException.class);
  }

  /** A future whose owner has made it throw, whatever it is asked. */
  private static final class Hostile extends FutureTask<String> {
    Hostile() {
      super(() -> "ran");
    }

    @Override
    public boolean isCancelled() {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public boolean cancel(boolean interrupts) {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void aFutureThatThrowsWhenAskedRunsAllTheSame() throws Exception {
    Limiter limiter = Limiter.named("hostile").ungoverned().atMost(1).build();
    Hostile hostile = new Hostile();
    limiter.execute(atTheGate(0));
    limiter.execute(hostile);
    limiter.execute(atTheGate(1));
    gate.countDown();
    assertThat(hostile.get()).isEqualTo("ran");
    end(limiter);
    assertThat(ran).containsExactly(0, 1);
  }

  @Test
  void aFutureThatThrowsWhenItIsDroppedHoldsUpNeitherTheOthersNorTheEnd() throws Exception {
    Faulty factory = new Faulty(Fault.THROWS);
    Limiter limiter =
        Limiter.named("hostile").ungoverned().atMost(1).threadFactory(factory).build();
    limiter.execute(atTheGate(0));
    limiter.execute(new Hostile());
    Future<?> left = limiter.submit(atTheGate(1));
    factory.failNext(Integer.MAX_VALUE);
    limiter.shutdown();
    gate.countDown();
    assertThat(limiter.awaitTermination(120, TimeUnit.SECONDS)).as(limiter.toString()).isTrue();
    assertThatThrownBy(left::get).isInstanceOf(CancellationException.class);
  }
}
