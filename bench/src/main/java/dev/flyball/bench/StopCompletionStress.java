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
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Of the tasks that are there when a pool is stopped, each has run, or is handed back, or was
 * refused: one of the three, once.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "Every task has one fate.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task has none, or two.")
@State
public class StopCompletionStress {

  private static final int TASKS = 3;

  private final AdaptivePool pool = StressedPools.of(1);
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile int handedBack;

  /** The thread that submits the tasks. */
  @Actor
  public void submitter() {
    for (int i = 0; i < TASKS; i++) {
      try {
        pool.execute(runs::incrementAndGet);
      } catch (RejectedExecutionException e) {
        refused.incrementAndGet();
      }
    }
  }

  /** The thread that stops the pool. */
  @Actor
  public void stopper() {
    handedBack = pool.shutdownNow().size();
  }

  /** What became of the tasks. */
  @Arbiter
  public void afterwards(I_Result seen) {
    boolean ended = StressedPools.ends(pool);
    seen.r1 = ended ? runs.get() + handedBack + refused.get() : StressedPools.STUCK;
  }
}
