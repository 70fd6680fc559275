package dev.flyball.policy.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Observation;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OwnLoadTest {

  private static final long WINDOW_NANOS = 100_000_000;

  private static Observation window(long came, long ended, double serviceSeconds) {
    return Observation.of(0, WINDOW_NANOS)
        .workers(10)
        .busy(7)
        .arrived(came)
        .started(ended)
        .completed(ended)
        .serviceNanos(Math.round(ended * serviceSeconds * 1e9))
        .cpuNanos(OptionalLong.of(ended * 50_000_000))
        .build();
  }

  private static OwnLoad after(OwnLoad before, int windows, Observation each, double waitedNanos) {
    OwnLoad load = before;
    for (int i = 0; i < windows; i++) {
      load = load.with(each, waitedNanos);
    }
    return load;
  }

  @Test
  void itIsTheRateTimesTheServiceTime() {
    assertThat(after(OwnLoad.UNKNOWN, 100, window(10, 10, 0.2), 0).erlang())
        .isCloseTo(20, within(0.01));
  }

  @Test
  void waitsForOthersDoNotCount() {
    OwnLoad load = after(OwnLoad.UNKNOWN, 100, window(10, 10, 1.2), 10 * 1e9);
    assertThat(load.erlang()).isCloseTo(20, within(0.01));
  }

  @Test
  void aWaitMayBeToldBeforeItsTaskHasEnded() {
    OwnLoad idle = after(OwnLoad.UNKNOWN, 100, window(10, 0, 0), 0);
    OwnLoad told = after(idle, 2, window(10, 0, 0), 20 * 1e9);
    OwnLoad ended = after(told, 2, window(10, 20, 1.2), 0);
    assertThat(ended.erlang()).isCloseTo(20, within(6.0)); // of the waits more is forgotten
    OwnLoad more = after(ended, 1, window(10, 0, 0), 100 * 1e9);
    assertThat(more.erlang()).isZero();
  }

  @Test
  void theProcessorsAreTheRateTimesTheCpuTime() {
    assertThat(after(OwnLoad.UNKNOWN, 100, window(10, 10, 0.2), 0).cores().getAsDouble())
        .isCloseTo(5, within(0.01));
    assertThat(OwnLoad.UNKNOWN.cores()).isEmpty();
  }

  @Test
  void aBurstIsNoRate() {
    OwnLoad calm = after(OwnLoad.UNKNOWN, 100, window(4, 4, 0.25), 0);
    OwnLoad burst = calm.with(window(400, 4, 0.25), 0);
    assertThat(after(burst, 9, window(4, 4, 0.25), 0).erlang()).isBetween(9.9, 11.5);
    assertThat(after(burst, 60, window(4, 4, 0.25), 0).erlang()).isBetween(9.9, 10.5);
  }

  @Test
  void aHigherRateIsBelievedSoon() {
    OwnLoad calm = after(OwnLoad.UNKNOWN, 100, window(4, 4, 0.25), 0);
    OwnLoad more = after(calm, 50, window(12, 12, 0.25), 0);
    assertThat(more.erlang()).isBetween(20.0, 26.0);
    assertThat(after(more, 150, window(12, 12, 0.25), 0).erlang()).isBetween(28.5, 30.1);
  }

  @Test
  void untilATaskHasEndedTheBusyWorkersAreTheLoad() {
    assertThat(OwnLoad.UNKNOWN.erlang()).isZero();
    assertThat(after(OwnLoad.UNKNOWN, 20, window(10, 0, 0), 0).erlang()).isCloseTo(7, within(1e-9));
  }
}
