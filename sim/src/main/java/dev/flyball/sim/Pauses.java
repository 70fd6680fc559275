package dev.flyball.sim;

import java.util.function.IntConsumer;

/** The place where everybody waits for a time of his own, and nobody is in another's way. */
final class Pauses implements Place {

  private final VirtualClock clock;
  private final int slot;
  private final IntConsumer done;
  private final DueHeap pausing = new DueHeap();

  Pauses(VirtualClock clock, IntConsumer done) {
    this.clock = clock;
    this.slot = clock.slot(this::fire);
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

  private void fire() {
    long now = clock.nanoTime();
    while (pausing.firstDue() <= now) {
      done.accept(pausing.removeFirst());
    }
    clock.set(slot, pausing.firstDue());
  }
}
