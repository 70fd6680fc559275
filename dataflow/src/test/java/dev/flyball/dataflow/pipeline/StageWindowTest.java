package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The formulas, on numbers worked out by hand. */
class StageWindowTest {

  private static final StageTotals.Size SIZE = new StageTotals.Size(2, 2, 5, 10, 0);

  private static StageTotals totals(long times, Moments service, OptionalLong cpuNanos) {
    return new StageTotals(
        "stage",
        SIZE,
        new StageTotals.Flow(120 * times, 100 * times, times, 7 * times, 15 * times, 0, 0, 0),
        new StageTotals.Time(
            500_000_000 * times,
            1_200_000_000 * times,
            300_000_000 * times,
            1_000 * times,
            cpuNanos),
        service,
        new Moments(times, times, times),
        new TreeMap<>(Map.of("next", 150 * times)));
  }

  @Test
  void isTheDifferenceOfTwoReadings() {
    StageTotals earlier = totals(1, new Moments(1, 7, 49), OptionalLong.of(10_000));
    StageTotals later = totals(2, new Moments(3, 11, 59), OptionalLong.of(60_000));
    StageWindow window = StageWindow.between(1_000_000_000, earlier, later);
    assertThat(window.arrivalRate()).isEqualTo(120);
    assertThat(window.throughput()).isEqualTo(100);
    assertThat(window.flow().retried()).isEqualTo(7);
    assertThat(window.flow().attempts()).isEqualTo(107);
    assertThat(window.threads()).isEqualTo(2);
    assertThat(window.utilisation()).isEqualTo(0.25);
    assertThat(window.blocked()).isEqualTo(0.15);
    assertThat(window.trueRatePerThread()).hasValue(200);
    assertThat(window.meanWaitNanos()).hasValue(10);
    assertThat(window.cpuNanosPerRecord()).hasValue(500);
    assertThat(window.selectivity("next")).hasValue(1.5);
    assertThat(window.selectivity("other")).hasValue(0);
    assertThat(window.service().mean()).hasValue(2); // 1 and 3
    assertThat(window.serviceVariation().orElseThrow()).isEqualTo(0.25, within(1e-12));
    assertThat(window.arrivalVariation()).isEmpty(); // of one gap
  }

  @Test
  void knowsNothingOfAnIdleTime() {
    StageTotals totals = totals(1, Moments.NONE, OptionalLong.empty());
    StageWindow window = StageWindow.between(1, totals, totals);
    assertThat(window.trueRatePerThread()).isEmpty();
    assertThat(window.meanWaitNanos()).isEmpty();
    assertThat(window.cpuNanosPerRecord()).isEmpty();
    assertThat(window.serviceVariation()).isEmpty();
    assertThat(window.utilisation()).isZero();
  }
}
