package dev.flyball.sim;

import dev.flyball.control.Clock;
import java.util.Arrays;

/**
 * The clock of a run, with a schedule of the events that are due.
 *
 * <p>Each source of events has a slot that holds the moment of its next event. There are about ten
 * slots, so a scan finds the next one, which is faster than any ordered structure of so few. A
 * source with many events, such as the sleeping tasks, keeps a heap of its own and puts its
 * earliest event here. Of two events at the same moment, the one with the lower slot comes first.
 */
public final class VirtualClock implements Clock {

  /** Never. */
  public static final long NEVER = Long.MAX_VALUE;

  private long nowNanos;
  private long[] dueNanos = new long[8];
  private Runnable[] actions = new Runnable[8];
  private int slots;

  /** A new slot, behind those there are, for an action that is not due yet. */
  public int slot(Runnable action) {
    if (slots == dueNanos.length) {
      dueNanos = Arrays.copyOf(dueNanos, 2 * slots);
      actions = Arrays.copyOf(actions, 2 * slots);
    }
    dueNanos[slots] = NEVER;
    actions[slots] = action;
    return slots++;
  }

  /** The moment so long after another; {@link #NEVER} where that is more than time can count. */
  public static long later(long atNanos, long nanos) {
    long sum = atNanos + nanos;
    return sum < atNanos ? NEVER : sum;
  }

  /** Sets when the slot's action is due next; it stays due until this is called again. */
  public void set(int slot, long atNanos) {
    dueNanos[slot] = atNanos;
  }

  /**
   * Goes to the next moment at which something is due, and does it; of several, the first.
   *
   * @param untilNanos where to stop when nothing is due before or then
   * @return whether anything was due
   */
  public boolean step(long untilNanos) {
    int first = 0;
    long atNanos = dueNanos[0];
    for (int slot = 1; slot < slots; slot++) {
      if (dueNanos[slot] < atNanos) {
        atNanos = dueNanos[slot];
        first = slot;
      }
    }
    if (atNanos > untilNanos) {
      nowNanos = untilNanos;
      return false;
    }
    if (atNanos < nowNanos) {
      throw new AssertionError("time must not go back from " + nowNanos + " to " + atNanos);
    }
    nowNanos = atNanos;
    actions[first].run();
    return true;
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }
}
