package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

  private final AtomicLong wallMillis = new AtomicLong(1_000_000);
  private final AtomicLong steadyNanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final SteadyClock clock = new SteadyClock(wallMillis::get, steadyNanos::get);

  private long after(long steadyMillis, long wall) {
    steadyNanos.addAndGet(steadyMillis * 1_000_000);
    wallMillis.addAndGet(wall);
    return clock.getAsLong();
  }

  @Test
  void itRunsSteadilyWhateverIsDoneToTheOtherClock() {
    assertThat(after(500, 500)).isEqualTo(1_000_500);
    assertThat(after(500, -3_600_000)).isEqualTo(1_001_000);
    assertThat(after(500, 3_600_900)).isEqualTo(1_001_500);
  }

  @Test
  void itCatchesUpAfterTheMachineSlept() {
    assertThat(after(500, 60_000)).isEqualTo(1_060_000);
    assertThat(after(500, 500)).isEqualTo(1_060_500);
  }
}
