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
 * Three tasks for three workers of a pool without room for any that wait: the first one's worker is
 * on its way while the others are handed in. None is turned away for a worker that is just taking
 * its task.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "All were taken, and ran.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was turned away, waits for ever, or ran twice.")
@State
public class HandOffStress {

  private static final int TASKS = 3;

  private final AdaptivePool pool = StressedPools.handingOff(TASKS);
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** Submits the first task, while no other thread submits. */
  public HandOffStress() {
    handIn();
  }

  /** Hands in another. */
  @Actor
  public void second() {
    handIn();
  }

  /** Hands in the last. */
  @Actor
  public void third() {
    handIn();
  }

  private void handIn() {
    try {
      pool.execute(runs::incrementAndGet);
    } catch (RejectedExecutionException e) {
      refused.incrementAndGet();
    }
  }

  /** How many were turned away, and how many ran. */
  @Arbiter
  public void afterwards(II_Result seen) {
    seen.r1 = refused.get();
    boolean ran = StressedPools.comes(() -> runs.get() + refused.get() >= TASKS);
    pool.shutdown();
    seen.r2 = ran && StressedPools.ends(pool) ? runs.get() : StressedPools.STUCK;
  }
}
