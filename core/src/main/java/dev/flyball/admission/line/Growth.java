package dev.flyball.admission.line;

/**
 * Whether a pool is being given more workers, so that a queue may go by itself.
 *
 * <p>Up to a size that it had lately, a pool does not grow but swings.
 *
 * <p>Not thread-safe. No clock: every call is told the time.
 */
public final class Growth {

  /** How long after a growth the pool counts as growing. */
  private static final long GROWS_NANOS = 1_000_000_000;

  private static final long LATELY_NANOS = 5_000_000_000L;

  /** What grows by less only swings. */
  private static final double GROWTH = 1.3;

  private int grownTo;
  private long grownNanos;
  private boolean grew;

  /** Of a pool of this size. */
  public Growth(int workers) {
    this.grownTo = workers;
  }

  /** The pool has been given another size. */
  public void resized(int workers, long nowNanos) {
    if (workers > GROWTH * grownTo) {
      grownNanos = nowNanos;
      grownTo = workers;
      grew = true;
    } else if (!grew || nowNanos - grownNanos > LATELY_NANOS) {
      grownTo = workers;
    }
  }

  public boolean isUnderWay(long nowNanos) {
    return grew && nowNanos - grownNanos < GROWS_NANOS;
  }
}
