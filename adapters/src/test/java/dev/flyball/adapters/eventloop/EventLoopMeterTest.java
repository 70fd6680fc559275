package dev.flyball.adapters.eventloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A loop that is turned by hand, at a time that is set by hand, asked 50 times a second. */
class EventLoopMeterTest {

  private static final long TICK_NANOS = 20_000_000;

  private final Queue<Runnable> loop = new ArrayDeque<>();
  private long nowNanos = 5_000_000_000L;
  private final EventLoopMeter meter = new EventLoopMeter(loop::add, 50, () -> nowNanos);

  private void turn() {
    while (!loop.isEmpty()) {
      loop.remove().run();
    }
  }

  /** So many ticks, the loop coming round with every so-manieth of them. */
  private void ticks(int count, int ticksPerTurn) {
    for (int tick = 1; tick <= count; tick++) {
      meter.tick();
      nowNanos += TICK_NANOS;
      if (tick % ticksPerTurn == 0) {
        turn();
      }
    }
  }

  @Test
  void aLoopThatComesRoundInTimeMakesATurnForEachTick() {
    ticks(100, 1);
    assertThat(meter.turnsPerSecond()).isEqualTo(50);
    assertThat(meter.lagMillis()).isEqualTo(20);
  }

  @Test
  void aLoopThatIsLateMakesFewer() {
    ticks(100, 2);
    assertThat(meter.turnsPerSecond()).isEqualTo(25);
    assertThat(meter.lagMillis()).isEqualTo(40);
  }

  @Test
  void aLoopThatIsStuckMakesNoneAndItsLagGrows() {
    ticks(60, 1);
    ticks(75, 1000);
    assertThat(loop).as("never a second probe while one waits").hasSize(1);
    assertThat(meter.turnsPerSecond()).isZero();
    assertThat(meter.lagMillis()).isEqualTo(1500);
    turn();
    assertThat(meter.lagMillis()).as("still the worst of the last second").isEqualTo(1500);
    ticks(60, 1);
    assertThat(meter.lagMillis()).isEqualTo(20);
    assertThat(meter.turnsPerSecond()).isEqualTo(50);
  }

  @Test
  void ticksThatWereLateAreNotMadeUpFor() {
    ticks(60, 1);
    for (int late = 0; late < 10; late++) {
      meter.tick();
      turn();
    }
    assertThat(meter.turnsPerSecond()).isLessThanOrEqualTo(51);
  }

  @Test
  void nothingIsKnownInTheFirstSecond() {
    ticks(49, 1);
    assertThat(meter.turnsPerSecond()).isNaN();
    assertThat(meter.lagMillis()).isNaN();
    ticks(1, 1);
    assertThat(meter.turnsPerSecond()).isEqualTo(50);
  }

  @Test
  void nothingIsKnownOnceClosed() {
    ticks(60, 1);
    meter.close();
    assertThat(meter.turnsPerSecond()).isNaN();
    assertThat(meter.lagMillis()).isNaN();
  }

  /** As an executor refuses, and as {@code Platform::runLater} does before JavaFX has started. */
  static List<RuntimeException> refusals() {
    return List.of(
        new RejectedExecutionException("closed"), new IllegalStateException("not initialized"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aLoopThatTakesNothingIsNotKnownUntilItDoes(RuntimeException refusal) {
    boolean[] open = {true};
    EventLoopMeter refused =
        new EventLoopMeter(
            task -> {
              if (!open[0]) {
                throw refusal;
              }
              task.run();
            },
            50,
            () -> nowNanos);
    nowNanos += 2_000_000_000L;
    refused.tick();
    assertThat(refused.lagMillis()).isZero();
    open[0] = false;
    nowNanos += TICK_NANOS;
    refused.tick();
    assertThat(refused.lagMillis()).isNaN();
    open[0] = true;
    nowNanos += TICK_NANOS;
    refused.tick();
    assertThat(refused.lagMillis()).isZero();
    refused.close();
  }

  /** A real loop of one thread: it turns, and stops while a task holds it, and its lag grows. */
  @Test
  @Timeout(120)
  void measuresARealLoop() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch held = new CountDownLatch(1);
    try (EventLoopMeter real = EventLoopMeter.on(thread, 200)) {
      while (!(real.turnsPerSecond() > 0)) {
        LockSupport.parkNanos(1_000_000);
      }
      thread.execute(() -> {
        try {
          held.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
      while (!(real.turnsPerSecond() == 0 && real.lagMillis() > 1_000)) {
        LockSupport.parkNanos(1_000_000);
      }
      held.countDown();
      while (real.turnsPerSecond() == 0) {
        LockSupport.parkNanos(1_000_000);
      }
    } finally {
      held.countDown();
      thread.shutdownNow();
    }
  }

  @Test
  void refusesAPaceThatIsNone() {
    assertThatThrownBy(() -> EventLoopMeter.on(loop::add, 0))
        .hasMessage("pacePerSecond must be a finite number above 0.0 but was 0.0");
    assertThatThrownBy(() -> EventLoopMeter.on(loop::add, 1001))
        .hasMessage("pacePerSecond must be from 0.0 to 1000.0 but was 1001.0");
  }
}
