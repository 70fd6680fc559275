package dev.flyball.bench;

import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A task that is handed in while the pool grows gets the worker that has become possible, though
 * the only other one is busy for ever.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The task ran beside the busy worker.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It ran more than once, or waits for ever.")
@State
public class SubmitResizeStress {

  private final AdaptivePool pool = StressedPools.of(1);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  /** A pool whose only worker is busy. */
  public SubmitResizeStress() {
    pool.execute(() -> {
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /** The thread that submits a task. */
  @Actor
  public void submitter() {
    pool.execute(runs::incrementAndGet);
  }

  /** The thread that resizes. */
  @Actor
  public void resizer() {
    pool.control().resize(2);
  }

  /** How often the task ran. */
  @Arbiter
  public void afterwards(I_Result seen) {
    boolean ran = StressedPools.comes(() -> runs.get() > 0);
    gate.countDown();
    pool.shutdown();
    seen.r1 = ran && StressedPools.ends(pool) ? runs.get() : StressedPools.STUCK;
  }
}
