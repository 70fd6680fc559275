package dev.flyball.bench;

import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A task that is handed in while the pool is shut down is refused or runs, and the pool ends.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Refused.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Taken in, and run.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task lost, doubled or run though it was refused.")
@State
public class SubmitShutdownStress {

  private final AdaptivePool pool = StressedPools.of(1);
  private final AtomicInteger runs = new AtomicInteger();

  /** The thread that submits a task. */
  @Actor
  public void submitter(II_Result seen) {
    try {
      pool.execute(runs::incrementAndGet);
      seen.r1 = 1;
    } catch (RejectedExecutionException refused) {
      seen.r1 = 0;
    }
  }

  /** The thread that shuts the pool down. */
  @Actor
  public void ender() {
    pool.shutdown();
  }

  /** How often the task ran. */
  @Arbiter
  public void afterwards(II_Result seen) {
    seen.r2 = StressedPools.ends(pool) ? runs.get() : StressedPools.STUCK;
  }
}
