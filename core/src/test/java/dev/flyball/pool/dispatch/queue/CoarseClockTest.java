package dev.flyball.pool.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoarseClockTest {

  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final CoarseClock clock = new CoarseClock();

  @Test
  void knowsNothingUntilItIsWanted() {
    assertThat(clock.nanos()).isEqualTo(CoarseClock.STOPPED);
    assertThat(clock.isFar(System.nanoTime() + MINUTE_NANOS, 1)).isFalse();
    assertThat(clock.isBehind(System.nanoTime() + MINUTE_NANOS, 1)).isFalse();
  }

  @Test
  void isNeverAheadAndGoesOnWhileItIsWanted() {
    for (int ticks = 0; ticks < 20; ticks++) {
      long before = clock.nanos();
      while (clock.nanos() == before || clock.nanos() == CoarseClock.STOPPED) {
        clock.want();
        LockSupport.parkNanos(CoarseClock.TICK_NANOS / 4);
      }
      assertThat(clock.nanos() - System.nanoTime()).isNotPositive();
    }
    assertThat(clock.isFar(System.nanoTime() + MINUTE_NANOS, 1)).isTrue();
    assertThat(clock.isFar(System.nanoTime() - MINUTE_NANOS, 0)).isFalse();
    assertThat(clock.isBehind(System.nanoTime() + MINUTE_NANOS, 1)).isTrue();
    assertThat(clock.isBehind(System.nanoTime(), MINUTE_NANOS)).isFalse();
  }

  @Test
  void stopsWhenItIsNotWantedAndStartsAgain() {
    for (int round = 0; round < 2; round++) {
      while (clock.nanos() == CoarseClock.STOPPED) {
        clock.want();
        LockSupport.parkNanos(CoarseClock.TICK_NANOS / 4);
      }
      while (clock.nanos() != CoarseClock.STOPPED) {
        LockSupport.parkNanos(CoarseClock.TICK_NANOS / 4);
      }
      assertThat(clock.isFar(System.nanoTime() + MINUTE_NANOS, 1)).isFalse();
    }
  }
}
