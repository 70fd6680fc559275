package dev.flyball.dataflow.pipeline;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A test that a record of a worker's batch is claimed by the worker or seized by another thread,
 * never both and never neither, and that its new owner sees the whole record.
 *
 * <p>A batch has places for hundreds of records, so run it with small strides: {@code -strideSize
 * 16 -strideCount 16}.
 */
@JCStressTest
@Outcome(id = "0, 1110, 1111", expect = Expect.ACCEPTABLE, desc = "All were seized.")
@Outcome(
    id = {"10, 1100, 1111", "110, 1000, 1111"},
    expect = Expect.ACCEPTABLE,
    desc = "Some claimed, the others seized.")
@Outcome(id = "1110, 0, 1111", expect = Expect.ACCEPTABLE, desc = "All were claimed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A record that two have, or none, or a torn one.")
@State
public class BatchStress {

  private static final int[] WEIGHTS = {10, 100, 1000};

  private final Batch batch = new Batch();
  private int claimed;
  private int seized;

  /** A batch of three records. */
  public BatchStress() {
    for (int i = 0; i < WEIGHTS.length; i++) {
      batch.records[i] = new int[] {WEIGHTS[i]};
    }
    batch.filled(WEIGHTS.length, 0);
  }

  /** The worker. */
  @Actor
  public void worker(III_Result seen) {
    for (int i = batch.claim(); i >= 0; i = batch.claim()) {
      claimed += weight(batch.takeOut(i));
    }
    seen.r1 = claimed;
  }

  /** Another thread: an idle worker, or one that aborts. */
  @Actor
  public void other(III_Result seen) {
    List<Object> records = batch.seize();
    for (Object record : records) {
      seized += weight(record);
    }
    seen.r2 = seized;
  }

  /** What both have, and a mark. */
  @Arbiter
  public void afterwards(III_Result seen) {
    seen.r3 = claimed + seized + 1;
  }

  private static int weight(Object record) {
    return ((int[]) record)[0];
  }
}
