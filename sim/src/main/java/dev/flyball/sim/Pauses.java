package dev.flyball.sim;

import java.util.function.IntConsumer;

/** A place where each task waits for its own time, and no task delays another. */
final class Pauses implements Place {

  private final VirtualClock clock;
  private final int slot;
  private final IntConsumer done;
  private final DueHeap pausing = new DueHeap();

  Pauses(VirtualClock clock, IntConsumer done) {
    this(clock, true, done);
  }

  /** With {@code used} false it takes no slot of the clock, and no task may ever enter it. */
  Pauses(VirtualClock clock, boolean used, IntConsumer done) {
    this.clock = clock;
    this.slot = used ? clock.slot(this::fire) : -1;
    this.done = done;
  }

  @Override
  public void enter(int item, long pauseNanos) {
    pausing.add(VirtualClock.later(clock.nanoTime(), pauseNanos), item);
    clock.set(slot, pausing.firstDue());
  }

  @Override
  public void speed(double factor) {
    throw new UnsupportedOperationException("time passes at one speed only");
  }

  @Override
  public boolean leave(int task) {
    boolean was = pausing.remove(task);
    clock.set(slot, pausing.firstDue());
    return was;
  }

  private void fire() {
    long now = clock.nanoTime();
    while (pausing.firstDue() <= now) {
      done.accept(pausing.removeFirst());
    }
    clock.set(slot, pausing.firstDue());
  }
}
