package dev.flyball.bench;

import dev.flyball.measure.KindProfile;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A test that a reference is the mean of recorded tasks, even while other threads record, and
 * exists for every thread that has seen the first service time.
 */
@JCStressTest
@Outcome(
    id = "-1, (-1|7), (7|9|11)",
    expect = Expect.ACCEPTABLE,
    desc = "No first yet, perhaps a reference; in the end that of one or of both.")
@Outcome(
    id = "7, 7, (7|9)",
    expect = Expect.ACCEPTABLE,
    desc = "A first, and with it a reference, which nothing takes away again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A first without a reference, or a torn mean.")
@State
public class KindProfileStress {

  private final KindProfile kind = new KindProfile("kind");

  /** A worker. */
  @Actor
  public void worker() {
    kind.record(7);
  }

  /** Another worker, which reads before its task of the same kind ends. */
  @Actor
  public void otherWorker(JJJ_Result seen) {
    seen.r1 = kind.firstNanos();
    seen.r2 = kind.referenceNanos();
    kind.record(11);
  }

  /** The reader after both workers are done. */
  @Arbiter
  public void afterwards(JJJ_Result seen) {
    seen.r3 = kind.referenceNanos();
  }
}
