package dev.flyball.bench;

import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A task that is handed in while a worker's idle time ends is not left behind: that worker takes
 * it, or another one is started. The wake-up that could be lost.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "All tasks ran.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A task waits for ever, or ran more than once.")
@State
public class SubmitIdleExitStress {

  private static final int TASKS = 6;

  private final AdaptivePool pool = StressedPools.ofShortIdleTime(2);
  private final AtomicInteger runs = new AtomicInteger();

  /** Hands in one task after the other, each as the one before ends and its worker turns idle. */
  @Actor
  public void first() {
    inTurns();
  }

  /** The same. */
  @Actor
  public void second() {
    inTurns();
  }

  private void inTurns() {
    for (int i = 0; i < TASKS / 2; i++) {
      int before = runs.get();
      pool.execute(runs::incrementAndGet);
      StressedPools.comes(() -> runs.get() > before);
    }
  }

  /** How many ran before anything else woke a worker. */
  @Arbiter
  public void afterwards(I_Result seen) {
    boolean ran = StressedPools.comes(() -> runs.get() >= TASKS);
    pool.shutdown();
    seen.r1 = ran && StressedPools.ends(pool) ? runs.get() : StressedPools.STUCK;
  }
}
