package dev.flyball.bench;

import dev.flyball.measure.MeterSum;
import dev.flyball.measure.WorkerMeter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A reader of a worker's meter sees a count and its sum of one moment, however the worker's writes
 * and the reader's reads are ordered by compiler and processor.
 *
 * <p>Each meter holds two histograms, so run it with small strides: {@code -strideSize 16
 * -strideCount 16}.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Before the first task's end.")
@Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "Between the two.")
@Outcome(id = "2, 18", expect = Expect.ACCEPTABLE, desc = "After the second.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A count and a sum of different moments.")
@State
public class MeterStress {

  private final WorkerMeter meter = new WorkerMeter();

  /** The worker: two tasks end. */
  @Actor
  public void worker() {
    meter.ended(0, 0, 7, 7, false);
    meter.ended(0, 0, 11, 11, false);
  }

  /** The observer. */
  @Actor
  public void observer(JJ_Result seen) {
    MeterSum sum = new MeterSum();
    meter.addTo(sum);
    seen.r1 = sum.completed();
    seen.r2 = sum.doneStampSum();
  }
}
