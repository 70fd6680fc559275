package dev.flyball.sim;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;

/**
 * A place where tasks get work done, all of them at one speed that depends on how many they are.
 *
 * <p>One design serves the processors (speed = cores / tasks), a downstream with k servers (speed
 * 1, at most k admitted, the others queue in order) and one that collapses (speed by a law). Since
 * all progress alike, a task that needs w is done when the <em>progress</em> clock, which runs at
 * the common speed, has moved by w: its threshold is fixed when it enters, and a change of speed
 * moves no entry of the heap. (The "virtual time" of processor sharing and of fair queueing:
 * Demers, Keshav and Shenker 1989.)
 */
final class Station implements Place {

  /** Progress short of a threshold by less than this, in nanoseconds, is rounding. */
  private static final double SLACK_NANOS = 0.01;

  private final VirtualClock clock;
  private final int slot;
  private int admittedMax;
  private IntToDoubleFunction speed;
  private final IntConsumer done;

  private final DueHeap inside = new DueHeap();
  private final IntQueue waiting = new IntQueue();
  private long[] waitingWork = new long[0];
  private double progress;
  private double factor = 1;
  private double speedNow;
  private long atNanos;

  /**
   * @param admittedMax how many get work done at once; the others wait in order
   * @param speed the speed of each of so many tasks, 1 for work done in its own time
   * @param done told of each task whose work is done
   */
  Station(VirtualClock clock, int admittedMax, IntToDoubleFunction speed, IntConsumer done) {
    this.clock = clock;
    this.slot = clock.slot(this::fire);
    this.admittedMax = admittedMax;
    this.speed = speed;
    this.done = done;
  }

  @Override
  public void enter(int task, long workNanos) {
    advance();
    if (inside.size() < admittedMax) {
      admit(task, workNanos);
      reschedule();
    } else {
      wait(task, workNanos);
    }
  }

  @Override
  public void speed(double newFactor) {
    advance();
    factor = newFactor;
    reschedule();
  }

  /** Has another capacity from now on: so many at once, each at another speed. */
  void capacity(int newAdmittedMax, IntToDoubleFunction newSpeed) {
    advance();
    admittedMax = newAdmittedMax;
    speed = newSpeed;
    admitWaiting();
    reschedule();
  }

  @Override
  public boolean leave(int task) {
    advance();
    boolean was = inside.remove(task) || waiting.remove(task);
    admitWaiting();
    reschedule();
    return was;
  }

  private void admitWaiting() {
    while (!waiting.isEmpty() && inside.size() < admittedMax) {
      int next = waiting.remove();
      admit(next, waitingWork[next]);
    }
  }

  /** Computes the speed again, because its inputs have changed. */
  void refresh() {
    advance();
    reschedule();
  }

  private void admit(int task, long workNanos) {
    // Thresholds are never negative, and the bits of such doubles are ordered as they are.
    inside.add(Double.doubleToRawLongBits(progress + workNanos), task);
  }

  private void wait(int task, long workNanos) {
    if (task >= waitingWork.length) {
      waitingWork = Arrays.copyOf(waitingWork, Math.max(64, 2 * task));
    }
    waitingWork[task] = workNanos;
    waiting.add(task);
  }

  private void advance() {
    long now = clock.nanoTime();
    progress += speedNow * (now - atNanos);
    atNanos = now;
  }

  private void fire() {
    advance();
    while (!inside.isEmpty() && firstThreshold() <= progress + SLACK_NANOS) {
      int task = inside.removeFirst();
      admitWaiting();
      done.accept(task);
    }
    reschedule();
  }

  private double firstThreshold() {
    return Double.longBitsToDouble(inside.firstDue());
  }

  private void reschedule() {
    if (inside.isEmpty()) {
      progress = 0;
      speedNow = 0;
      clock.set(slot, VirtualClock.NEVER);
      return;
    }
    speedNow = factor * speed.applyAsDouble(inside.size());
    if (speedNow == 0) {
      clock.set(slot, VirtualClock.NEVER);
      return;
    }
    double leftNanos = Math.max(0, firstThreshold() - progress);
    clock.set(slot, VirtualClock.later(atNanos, (long) Math.ceil(leftNanos / speedNow)));
  }
}
