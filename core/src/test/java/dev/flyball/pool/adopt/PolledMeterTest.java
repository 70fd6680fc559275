package dev.flyball.pool.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.policy.Observation;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import dev.flyball.pool.foreign.PoolReading;
import java.util.OptionalLong;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of a pool whose counts are read now and then, beside the truth. */
class PolledMeterTest {

  private static final long MILLI = 1_000_000;

  private static PoolReading reading(int busy, int queued, long completed) {
    return new PoolReading(10, 10, busy, queued, completed, 0);
  }

  private static MeterSnapshot at(PolledMeter meter) {
    return meter.totals(
        Processor.UNKNOWN,
        () -> new HostMeter.Reading(0, 2, OptionalLong.empty(), OptionalLong.empty()));
  }

  /** Tasks come at equal distances, and each is done at once by a worker of its own. */
  @ParameterizedTest
  @CsvSource({"10, 250, 10", "7, 250, 10", "100, 30, 10", "1, 3, 10", "0.5, 0.3, 10", "4, 70, 87"})
  void measuresServiceTimesByReadingsAlone(
      double everyMillis, double serviceMillis, double pollMillis) {
    PolledMeter meter = new PolledMeter(reading(0, 0, 0), 0);
    MeterSnapshot before = at(meter);
    long end = 100_000;
    Random random = new Random(1);
    for (double now = pollMillis;
        now <= end;
        now += pollMillis * (0.75 + random.nextDouble() / 2)) {
      long came = (long) (now / everyMillis);
      long done = now < serviceMillis ? 0 : (long) ((now - serviceMillis) / everyMillis);
      meter.note(reading((int) (came - done), 0, done), (long) (now * MILLI));
    }
    Observation seen = SnapshotDiff.between(before, at(meter));
    assertThat(seen.arrivalRatePerSecond()).isCloseTo(1000 / everyMillis, within(6 / everyMillis));
    assertThat(seen.meanServiceSeconds().orElseThrow())
        .isCloseTo(serviceMillis / 1000, within(0.08 * serviceMillis / 1000));
    assertThat(seen.size().busyMean())
        .isCloseTo(serviceMillis / everyMillis, within(0.05 * serviceMillis / everyMillis));
    assertThat(seen.times().responseQuantiles().isEmpty()).isTrue();
  }

  private static Offset<Double> within(double distance) {
    return Offset.offset(distance);
  }

  /** Ten long tasks are under way from the beginning: until the first ends none has a time. */
  @Test
  void carriesWorkInProgressOver() {
    PolledMeter meter = new PolledMeter(reading(0, 0, 0), 0);
    for (int i = 1; i < 100; i++) {
      meter.note(reading(10, 5, 0), i * 10L * MILLI);
    }
    MeterSnapshot before = at(meter);
    meter.note(reading(10, 0, 5), 1000 * MILLI);
    Observation seen = SnapshotDiff.between(before, at(meter));
    assertThat(seen.flow().completed()).isEqualTo(5);
    assertThat(seen.times().serviceNanosSum()).isEqualTo(5 * 990 * MILLI);
    assertThat(seen.times().waitNanosSum()).isEqualTo(5 * 990 * MILLI);
    assertThat(seen.flow().started()).isEqualTo(5);
  }

  @Test
  void aTaskThatMovesOnWhileThePoolIsReadIsNotTakenForOneThatLeft() {
    PolledMeter meter = new PolledMeter(reading(1, 10, 0), 0);
    MeterSnapshot before = at(meter);
    meter.note(reading(1, 9, 0), MILLI); // one is between the queue and its worker
    meter.note(reading(2, 9, 0), 2 * MILLI);
    meter.note(reading(1, 9, 0), 3 * MILLI); // one is between its worker and the count
    meter.note(reading(1, 9, 1), 4 * MILLI);
    MeterSnapshot after = at(meter);
    assertThat(SnapshotDiff.between(before, after).flow().arrived()).isZero();
    assertThat(after.queued()).isEqualTo(9);
    assertThat(after.running()).isEqualTo(1);
  }

  @Test
  void whatIsMissedTwiceHasLeft() {
    PolledMeter meter = new PolledMeter(reading(1, 10, 0), 0);
    meter.note(reading(1, 4, 0), MILLI);
    assertThat(at(meter).queued()).isEqualTo(10);
    meter.note(reading(1, 4, 0), 2 * MILLI);
    assertThat(at(meter).queued()).isEqualTo(4);
    meter.note(reading(1, 6, 0), 3 * MILLI);
    assertThat(at(meter).queued()).isEqualTo(6);
  }
}
