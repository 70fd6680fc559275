package dev.flyball.sim.flow;

import dev.flyball.sim.VirtualClock;

/**
 * A source of a run: hands its records over as they come, or, held up by a full node, in their
 * order as soon as there is room.
 *
 * <p>Records that wait behind the one it holds need no place: when they came is known from the
 * gaps, which are drawn as they are handed over. How many there are is counted by drawing ahead.
 */
final class FlowSource {

  private final FlowRun run;
  private final VirtualClock clock;
  private final int index;
  private final String name;
  private final FlowNode to;
  private final Lengths gaps;
  private final int slot;

  private long arrivalNanos; // of the record that is next, or held
  private boolean held;

  // since the window began
  private long backlogFirst;
  private long admitted;
  private long heldUp;
  private double heldUpNanos;
  private double blockedNanos;
  private long heldFromNanos;

  FlowSource(FlowRun run, int index, String name, FlowNode to, Lengths gaps) {
    this.run = run;
    this.clock = run.clock();
    this.index = index;
    this.name = name;
    this.to = to;
    this.gaps = gaps;
    this.slot = clock.slot(this::handOver);
    this.arrivalNanos = gaps.nextNanos();
    clock.set(slot, arrivalNanos);
  }

  private void handOver() {
    if (to.offer(run.arrival(arrivalNanos), -1 - index)) {
      handedOver();
    } else {
      held = true;
      heldFromNanos = clock.nanoTime();
      clock.set(slot, VirtualClock.NEVER);
    }
  }

  /** The record that it holds has found room. */
  void goOn() {
    held = false;
    blockedNanos += clock.nanoTime() - heldFromNanos;
    handedOver();
  }

  private void handedOver() {
    long now = clock.nanoTime();
    admitted++;
    if (arrivalNanos < now) {
      heldUp++;
      heldUpNanos += now - arrivalNanos;
    }
    arrivalNanos = VirtualClock.later(arrivalNanos, gaps.nextNanos());
    clock.set(slot, Math.max(now, arrivalNanos));
  }

  void beginWindow() {
    backlogFirst = backlog();
    admitted = 0;
    heldUp = 0;
    heldUpNanos = 0;
    blockedNanos = 0;
    heldFromNanos = clock.nanoTime();
  }

  /** Records that have come and were not handed over. */
  private long backlog() {
    long now = clock.nanoTime();
    Lengths ahead = gaps.copy();
    long count = 0;
    for (long at = arrivalNanos; at <= now; at = VirtualClock.later(at, ahead.nextNanos())) {
      count++;
    }
    return count;
  }

  FlowOutcome.SourceFlow outcome(double seconds) {
    long backlog = backlog();
    double blockedNow = held ? clock.nanoTime() - heldFromNanos : 0;
    return new FlowOutcome.SourceFlow(
        name,
        seconds,
        admitted + backlog - backlogFirst,
        admitted,
        heldUp,
        heldUp == 0 ? 0 : heldUpNanos / heldUp / 1e9,
        (blockedNanos + blockedNow) / (1e9 * seconds),
        backlog);
  }
}
