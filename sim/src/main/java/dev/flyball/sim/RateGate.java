package dev.flyball.sim;

import java.util.Arrays;

/**
 * A gate that lets tasks through in order, at least so long apart, each to its own time behind it.
 */
final class RateGate implements Place {

  private final VirtualClock clock;
  private final int slot;
  private final double gapNanos;
  private final Place behind;
  private final IntQueue waiting = new IntQueue();
  private long[] workNanos = new long[64];
  private double factor = 1;
  private boolean everOpened;
  private double lastNanos;

  /**
   * @param perSecond how many are let through per second
   * @param behind where they spend their own time
   */
  RateGate(VirtualClock clock, double perSecond, Place behind) {
    this.clock = clock;
    this.slot = clock.slot(this::fire);
    this.gapNanos = 1e9 / perSecond;
    this.behind = behind;
  }

  @Override
  public void enter(int task, long nanos) {
    if (task >= workNanos.length) {
      workNanos = Arrays.copyOf(workNanos, 2 * task);
    }
    workNanos[task] = nanos;
    waiting.add(task);
    reschedule();
  }

  @Override
  public void speed(double newFactor) {
    factor = newFactor;
    reschedule();
  }

  @Override
  public boolean leave(int task) {
    boolean waited = waiting.remove(task);
    reschedule();
    return waited || behind.leave(task);
  }

  private void fire() {
    double next = nextNanos();
    boolean onTime = next > clock.nanoTime() - 1.0;
    lastNanos = onTime ? next : clock.nanoTime(); // while it is busy no fraction gets lost
    everOpened = true;
    int task = waiting.remove();
    behind.enter(task, workNanos[task]);
    reschedule();
  }

  /** When the gate opens next; fractions of a nanosecond are kept, so that the rate is exact. */
  private double nextNanos() {
    return everOpened ? lastNanos + gapNanos / factor : clock.nanoTime();
  }

  private void reschedule() {
    boolean closed = waiting.isEmpty() || factor == 0;
    long due = closed ? VirtualClock.NEVER : (long) Math.ceil(nextNanos());
    clock.set(slot, closed ? due : Math.max(clock.nanoTime(), due));
  }
}
