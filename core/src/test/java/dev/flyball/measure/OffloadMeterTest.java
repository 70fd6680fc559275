package dev.flyball.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tasks are measured, and what is told of all of them. */
class OffloadMeterTest {

  private static final long TICK = 1_000_000;
  private final OffloadMeter meter = new OffloadMeter(false);

  @Test
  void ofManyTasksFiftyASecondAreMeasured() {
    assertEquals(500, sampledIn(10_000, TICK / 10), 50, "10,000 tasks a second, 10 s");
  }

  @Test
  void ofFewTasksEachIsMeasured() {
    assertEquals(20, sampledIn(1_000, 50 * TICK));
  }

  @Test
  void aStreamThatBecomesSlowIsMeasuredAgainAtOnce() {
    sampledIn(2_000, TICK / 100);

    assertTrue(sampledIn(1_000, 300 * TICK, 2_000 * TICK) >= 2);
  }

  private int sampledIn(long millis, long gapNanos) {
    return sampledIn(millis, gapNanos, 0);
  }

  private int sampledIn(long millis, long gapNanos, long fromNanos) {
    int sampled = 0;
    for (long at = fromNanos + gapNanos; at <= fromNanos + millis * TICK; at += gapNanos) {
      sampled += meter.next(Thread.currentThread(), at) == null ? 0 : 1;
    }
    return sampled;
  }

  @Test
  void everyTaskIsTakenToBeAsTheMeasuredOnes() {
    spend(meter.next(Thread.currentThread(), System.nanoTime()));
    meter.ended(null, 400 * TICK);

    MeterSnapshot seen = meter.addedTo(nothing());
    long ready = seen.cpuNanos().orElseThrow() + seen.runQueueWait().nanos().orElseThrow();
    assertTrue(ready > 300 * TICK, ready + " ns of 400 ms and more, all of it computing");
  }

  @Test
  void whatCannotBeMeasuredIsUnknown() {
    for (int i = 1; i <= 10; i++) {
      CpuSample sample = meter.next(Thread.currentThread(), 50 * TICK * i);
      assertTrue(sample != null);
      sample.end(); // never begun
      meter.ended(sample, TICK);
    }

    MeterSnapshot seen = meter.addedTo(nothing());
    assertEquals(OptionalLong.empty(), seen.cpuNanos());
    assertEquals(OptionalLong.empty(), seen.runQueueWait().nanos());
  }

  @Test
  void whereNothingIsMeasuredTheOwnFiguresHold() {
    assertEquals(OptionalLong.of(7), meter.addedTo(nothing()).cpuNanos());
  }

  private static MeterSnapshot nothing() {
    return new MeterSnapshot(
        0,
        0,
        1,
        1,
        0,
        0,
        AdmissionCount.NONE,
        new ArrivalMeter(),
        new MeterSum(),
        OptionalLong.of(7),
        RunQueueWait.NONE,
        HostMeter.read());
  }

  private void spend(@Nullable CpuSample sample) {
    assertTrue(sample != null);
    long beganStamp = System.nanoTime();
    sample.begin();
    long until = ThreadCpu.ofCurrentThread().orElseThrow() + 20 * TICK;
    while (ThreadCpu.ofCurrentThread().orElseThrow() < until) {
      Thread.onSpinWait();
    }
    sample.end();
    meter.ended(sample, System.nanoTime() - beganStamp);
  }
}
