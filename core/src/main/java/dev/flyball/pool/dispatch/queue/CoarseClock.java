package dev.flyball.pool.dispatch.queue;

import dev.flyball.base.OnDemandThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that costs a load to read: what {@link System#nanoTime()} said some milliseconds ago, to
 * a thread that looks again and again.
 *
 * <p><b>Why.</b> A reading of the real clock takes about half as long as all else that is done for
 * an empty task. To know that a minute is not over, no such reading is needed.
 *
 * <p><b>States.</b> Stopped; running, from {@link #want} until a second has passed without it. The
 * thread exists while it runs.
 *
 * <p><b>Guarantees.</b> It is never ahead of the real clock, and usually behind by {@link
 * #TICK_NANOS} at most. Where the thread is not given a processor, it is behind by more: so a
 * deadline is taken to be far only if it is many ticks off. <b>Progress:</b> reading is wait-free.
 */
public final class CoarseClock {

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The one of this process. */
  public static final CoarseClock SHARED = new CoarseClock();

  /** The reading of a clock that does not run. */
  public static final long STOPPED = Long.MIN_VALUE;

  /** The time from one look to the next. */
  public static final long TICK_NANOS = 5_000_000;

  private static final int IDLE_TICKS = 200;

  // Places in cells: together in a cache line that nothing else is in.
  private static final int NANOS = 16;
  private static final int WANTED = 17;
  private static final int CELLS = 32;

  private final long[] cells = new long[CELLS];
  private final OnDemandThread thread =
      new OnDemandThread("flyball-clock", true, this::run, () -> false);

  public CoarseClock() {
    LONGS.setOpaque(cells, NANOS, STOPPED);
  }

  /** The reading, or {@link #STOPPED}. */
  public long nanos() {
    return (long) LONGS.getOpaque(cells, NANOS);
  }

  /** Whether that moment is known to be so far off. */
  public boolean isFar(long momentNanos, long farNanos) {
    long now = nanos();
    return now != STOPPED && momentNanos - now >= farNanos;
  }

  /** Whether it runs, and is behind that reading of the real clock by so much. */
  public boolean isBehind(long realNanos, long nanos) {
    long now = nanos();
    return now != STOPPED && realNanos - now >= nanos;
  }

  /** Has it run for a while. Where there is no memory for a thread, the real clock is read. */
  public void want() {
    if ((long) LONGS.getOpaque(cells, WANTED) == 0) {
      LONGS.setOpaque(cells, WANTED, 1L);
    }
    if (nanos() == STOPPED) {
      thread.startIfStopped();
    }
  }

  private void run() {
    try {
      for (int idleTicks = 0; idleTicks < IDLE_TICKS; idleTicks++) {
        LONGS.setOpaque(cells, NANOS, System.nanoTime());
        LockSupport.parkNanos(this, TICK_NANOS);
        if ((long) LONGS.getOpaque(cells, WANTED) != 0) {
          LONGS.setOpaque(cells, WANTED, 0L);
          idleTicks = 0;
        }
      }
    } finally {
      LONGS.setOpaque(cells, NANOS, STOPPED);
    }
  }
}
