package dev.flyball.sim;

import dev.flyball.control.Governor;
import dev.flyball.control.PollSchedule;

/** The looks of one governor at its pool in virtual time: the same plan as on a real thread. */
final class Polls {

  private final VirtualClock clock;
  private final Governor governor;
  private final int slot;
  private PollSchedule plan;
  private boolean tasksWait;

  Polls(VirtualClock clock, Governor governor) {
    this.clock = clock;
    this.governor = governor;
    this.slot = clock.slot(this::look);
    this.plan = PollSchedule.from(clock.nanoTime(), governor.nextPoll());
    await();
  }

  /**
   * A task has to wait for a worker. This call does not poll; the clock triggers the poll, at the
   * present moment at the earliest, after all arrivals of that moment.
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
    plan = plan.looked(clock.nanoTime(), governor.nextPoll());
    await();
  }

  private void await() {
    long now = clock.nanoTime();
    clock.set(slot, VirtualClock.later(now, Math.max(0, plan.leftNanos(now, tasksWait))));
  }
}
