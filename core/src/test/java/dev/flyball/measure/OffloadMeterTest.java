package dev.flyball.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.flyball.measure.thread.CpuSample;
import dev.flyball.measure.thread.ThreadCpu;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tasks are measured, and what is told of all of them. */
class OffloadMeterTest {

  private static final long TICK = 1_000_000;
  private final OffloadMeter meter = new OffloadMeter();

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
  void aSampleStandsForTheTasksSinceTheOneBefore() {
    long at = TICK;
    for (int i = 0; i < 5_000; i++) {
      at += TICK / 100;
      CpuSample sample = meter.next(Thread.currentThread(), at);
      if (sample != null) {
        sample.begin();
        sample.end();
        meter.ended(sample);
      }
    }
    spend(meter.next(Thread.currentThread(), at + 1_000 * TICK));
    long cpu = meter.aloneIn(nothing()).cpuNanos().orElseThrow();
    assertTrue(cpu >= 20 * TICK, cpu + " ns, 20 ms of them by the last task");
  }

  @Test
  void whatCannotBeMeasuredIsUnknown() {
    for (int i = 1; i <= 10; i++) {
      CpuSample sample = meter.next(Thread.currentThread(), 50 * TICK * i);
      assertTrue(sample != null);
      sample.end(); // never begun
      meter.ended(sample);
    }

    MeterSnapshot seen = meter.addedTo(nothing());
    assertEquals(OptionalLong.empty(), seen.cpuNanos());
    assertEquals(OptionalLong.empty(), seen.runQueueWait().nanos());
  }

  @Test
  void whatIsUnknownOfTheOwnThreadsRemainsSo() {
    spend(meter.next(Thread.currentThread(), System.nanoTime()));
    MeterSnapshot own = nothing().withProcessor(OptionalLong.of(7), RunQueueWait.UNKNOWN);
    assertEquals(OptionalLong.empty(), meter.addedTo(own).runQueueWait().nanos());
    assertTrue(meter.addedTo(own).cpuNanos().orElseThrow() > 7);
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
    sample.begin();
    long until = ThreadCpu.ofCurrentThread().orElseThrow() + 20 * TICK;
    while (ThreadCpu.ofCurrentThread().orElseThrow() < until) {
      Thread.onSpinWait();
    }
    sample.end();
    meter.ended(sample);
  }
}
