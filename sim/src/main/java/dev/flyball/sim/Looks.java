package dev.flyball.sim;

import dev.flyball.control.Governor;
import dev.flyball.control.LookPlan;

/** The looks of one governor at its pool in virtual time: the same plan as on a real thread. */
final class Looks {

  private final VirtualClock clock;
  private final Governor governor;
  private final int slot;
  private LookPlan plan;
  private boolean tasksWait;

  Looks(VirtualClock clock, Governor governor) {
    this.clock = clock;
    this.governor = governor;
    this.slot = clock.slot(this::look);
    this.plan = LookPlan.from(clock.nanoTime(), governor.look());
    await();
  }

  /**
   * A task has to wait for a worker. Nobody looks within this call, but when the clock gets there:
   * at the present moment at the earliest, after all arrivals of that moment.
   */
  void alarm() {
    if (!tasksWait) {
      tasksWait = true;
      await();
    }
  }

  private void look() {
    tasksWait = false;
    governor.step();
    plan = plan.looked(clock.nanoTime(), governor.look());
    await();
  }

  private void await() {
    long now = clock.nanoTime();
    clock.set(slot, VirtualClock.later(now, Math.max(0, plan.leftNanos(now, tasksWait))));
  }
}
