package dev.flyball.bench;

import dev.flyball.measure.KindProfile;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A reference is the mean of tasks that were recorded, whoever else records at that moment, and is
 * there for whoever has seen that a first task was.
 */
@JCStressTest
@Outcome(
    id = "-1, (-1|7|9|11)",
    expect = Expect.ACCEPTABLE,
    desc = "No first yet; of the reference none, one, both, or the one that won.")
@Outcome(
    id = "(7|11), (7|9|11)",
    expect = Expect.ACCEPTABLE,
    desc = "A first, and the reference of one or of both.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A first without a reference, or a torn mean.")
@State
public class KindProfileStress {

  private final KindProfile kind = new KindProfile("kind");

  /** A worker. */
  @Actor
  public void worker() {
    kind.record(7);
  }

  /** Another worker, whose task is of the same kind. */
  @Actor
  public void otherWorker() {
    kind.record(11);
  }

  /** The one who takes in the next task. */
  @Actor
  public void observer(JJ_Result seen) {
    seen.r1 = kind.firstNanos();
    seen.r2 = kind.referenceNanos();
  }
}
