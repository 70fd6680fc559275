package dev.flyball.bench;

import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tasks of a pool of one worker submit a task each and wait for it, without end or for some
 * microseconds, while that one is taken from the queue, is handed over, or ends. Each task runs
 * once, no wait lasts for ever, and no place stays lent.
 *
 * <p>Each pool starts threads, so run it with small strides: {@code -strideSize 8 -strideCount 8}.
 */
@JCStressTest
@Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "All ran once; every place is back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Run twice or never, or a place is still lent.")
@State
public class NestedWaitStress {

  private static final long WAIT_NANOS = 20_000;

  private final AdaptivePool pool = StressedPools.of(1);
  private final AtomicInteger runs = new AtomicInteger();

  private Object inner() {
    LockSupport.parkNanos(1);
    return runs.incrementAndGet();
  }

  /** The thread whose task waits without end. */
  @Actor
  public void waits() {
    pool.execute(() -> {
      try {
        pool.submit(this::inner).get();
        runs.incrementAndGet();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  /** The thread whose task waits for a short time, and then without end. */
  @Actor
  public void waitsShortly() {
    pool.execute(() -> {
      Future<?> inner = pool.submit(this::inner);
      try {
        inner.get(WAIT_NANOS, TimeUnit.NANOSECONDS);
        runs.incrementAndGet();
      } catch (TimeoutException e) {
        runs.incrementAndGet(); // the inner one will run all the same
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  /** How many ran, and whether a place is still lent. */
  @Arbiter
  public void afterwards(II_Result seen) {
    boolean ran = StressedPools.comes(() -> runs.get() >= 4);
    boolean lends = !StressedPools.comes(() -> !pool.toString().contains("own pool"));
    pool.shutdown();
    boolean ended = StressedPools.ends(pool);
    seen.r1 = ran && ended ? runs.get() : StressedPools.STUCK;
    seen.r2 = lends ? 1 : 0;
  }
}
