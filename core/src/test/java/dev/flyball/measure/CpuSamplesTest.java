package dev.flyball.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tasks are measured, and what is told of all of them. */
class CpuSamplesTest {

  private static final long MILLI = 1_000_000;
  private final CpuSamples samples = new CpuSamples();

  @Test
  void ofManyTasksFiftyASecondAreMeasured() {
    assertEquals(500, sampledIn(10_000, MILLI / 10), 50, "10,000 tasks a second, 10 s");
  }

  @Test
  void ofFewTasksEachIsMeasured() {
    assertEquals(20, sampledIn(1_000, 50 * MILLI));
  }

  @Test
  void aStreamThatBecomesSlowIsMeasuredAgainAtOnce() {
    sampledIn(2_000, MILLI / 100);

    assertTrue(sampledIn(1_000, 300 * MILLI, 2_000 * MILLI) >= 2);
  }

  private int sampledIn(long millis, long gapNanos) {
    return sampledIn(millis, gapNanos, 0);
  }

  private int sampledIn(long millis, long gapNanos, long fromNanos) {
    int sampled = 0;
    for (long at = fromNanos + gapNanos; at <= fromNanos + millis * MILLI; at += gapNanos) {
      sampled += samples.next(Thread.currentThread(), at) == null ? 0 : 1;
    }
    return sampled;
  }

  @Test
  void whatHasNotEndedIsAccountedForLater() {
    spend(samples.next(Thread.currentThread(), MILLI), true);
    samples.look(100 * MILLI);
    long first = samples.cpuNanos().orElseThrow();

    samples.look(300 * MILLI);
    assertEquals(first, samples.cpuNanos().orElseThrow(), "nothing has ended");

    spend(samples.next(Thread.currentThread(), 300 * MILLI), true);
    samples.look(500 * MILLI);
    double used = samples.cpuNanos().orElseThrow() - first;
    assertTrue(used > 0);
    double ready = samples.cpuNanos().orElseThrow() + samples.runQueueWait().nanos().orElse(0);
    assertEquals(500 * MILLI, ready, 2, "it was ready to run all the time");
  }

  @Test
  void whatCannotBeMeasuredIsUnknown() {
    CpuSample sample = samples.next(Thread.currentThread(), MILLI);
    assertTrue(sample != null);
    sample.end(); // never begun
    samples.ended(sample, MILLI);
    samples.look(MILLI);

    assertEquals(OptionalLong.empty(), samples.cpuNanos());
    assertEquals(OptionalLong.empty(), samples.runQueueWait().nanos());
  }

  private void spend(@Nullable CpuSample sample, boolean computing) {
    assertTrue(sample != null);
    long beganStamp = System.nanoTime();
    sample.begin();
    long until = ThreadCpu.ofCurrentThread().orElseThrow() + 5 * MILLI;
    while (computing && ThreadCpu.ofCurrentThread().orElseThrow() < until) {
      Thread.onSpinWait();
    }
    sample.end();
    CpuSample.Taken taken = sample.taken();
    long took = System.nanoTime() - beganStamp;
    long ready = taken.cpuNanos().orElse(0) + taken.queueNanos().orElse(0);
    samples.ended(sample, Math.min(took, ready)); // without what the system took from it
  }
}
