package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flyball.sim.flow.FlowOutcome.ResponseTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times counted in classes. */
final class ResponseTallyTest {

  @Test
  void shortTimesAreExact() {
    ResponseTally tally = new ResponseTally();
    for (int nanos = 1; nanos <= 100; nanos++) {
      tally.add(nanos);
    }
    ResponseTimes times = tally.times();
    assertThat(times.meanSeconds()).isCloseTo(50.5e-9, within(1e-18));
    assertThat(times.p50Seconds()).isCloseTo(50e-9, within(1e-18));
    assertThat(times.p99Seconds()).isCloseTo(99e-9, within(1e-18));
  }

  @ParameterizedTest
  @ValueSource(longs = {511, 512, 513, 100_003, 7_000_000_001L, Long.MAX_VALUE})
  void aLongTimeIsKnownToFourPerMille(long nanos) {
    ResponseTally tally = new ResponseTally();
    tally.add(nanos);
    assertThat(tally.times().p50Seconds()).isCloseTo(nanos / 1e9, withinPercentage(0.4));
    assertThat(tally.times().p99Seconds()).isCloseTo(nanos / 1e9, withinPercentage(0.4));
  }

  @Test
  void nothingCountedIsNothingKnown() {
    ResponseTally tally = new ResponseTally();
    tally.add(5);
    tally.clear();
    assertThat(tally.count()).isZero();
    assertThat(tally.times().meanSeconds()).isNaN();
    assertThat(tally.times().p50Seconds()).isNaN();
  }
}
