package dev.flyball.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.papers.PerfectKnob.NoWait;
import dev.flyball.lab.report.RunRow;
import dev.flyball.lab.server.Service;
import dev.flyball.lab.server.Workload;
import dev.flyball.sim.workload.Arrivals;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoWaitTest {

  private static final Workload PAUSE = Workload.only("pause", Service.NOTHING);

  private static NoWait of(int perSecond, int seconds, long serviceMillis) {
    Schedule schedule =
        Schedule.of(Arrivals.constant(perSecond), PAUSE.mix(), Duration.ofSeconds(seconds), 1);
    return NoWait.of(PAUSE, Map.of("pause", Duration.ofMillis(serviceMillis)), schedule);
  }

  @Test
  void whatEndsAfterTheLoadIsNotPartOfItsThroughput() {
    // 10 a second for 10 s, each 2 s: those of the last 2 s are still running at the end.
    NoWait ceiling = of(10, 10, 2000);
    assertThat(ceiling.offered()).isEqualTo(100);
    assertThat(ceiling.completedWhileOffered()).isBetween(79L, 81L);
    assertThat(ceiling.busyMax()).isEqualTo(20);
    assertThat(ceiling.workerSeconds()).isEqualTo(200);
    assertThat(ceiling.lastEndSeconds()).isCloseTo(12, within(0.2));
    assertThat(ceiling.workersMean()).isCloseTo(200 / 12.0, within(0.3));
  }

  @Test
  void theRowSaysThatNobodyWaits() {
    RunRow row = of(100, 1, 5).row(7);
    assertThat(row.number("seed")).isEqualTo(7);
    assertThat(row.number("waitMillis", "p99")).isZero();
    assertThat(row.number("responseMillis", "p50")).isEqualTo(5);
    assertThat(row.number("responseMillis", "max")).isEqualTo(5);
    assertThat(row.number("resizes")).isNaN();
  }

  @Test
  void everyKindNeedsItsServiceTime() {
    Schedule schedule = Schedule.of(Arrivals.constant(1), PAUSE.mix(), Duration.ofSeconds(2), 1);
    assertThatThrownBy(() -> NoWait.of(PAUSE, Map.of(), schedule))
        .hasMessage("services must name every kind but not 'pause'");
  }
}
