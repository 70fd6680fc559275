package dev.flyball.pool.admit;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.pool.base.Lifecycle;
import dev.flyball.pool.base.ShedTeller;
import dev.flyball.pool.base.State;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The look at a limiter from outside: what it is like now, and what was counted so far.
 *
 * <p>Any thread may call any method.
 */
public final class LimiterLook {

  private final String owner;
  private final Lifecycle life;
  private final Slots slots;
  private final TaskMeters meters;
  private final ShedTeller shed;
  private final LongAdder rejected;

  /** The look at the limiter that has these. */
  LimiterLook(
      String owner,
      Lifecycle life,
      Slots slots,
      TaskMeters meters,
      ShedTeller shed,
      LongAdder rejected) {
    this.owner = owner;
    this.life = life;
    this.slots = slots;
    this.meters = meters;
    this.shed = shed;
    this.rejected = rejected;
  }

  /**
   * The limiter at one moment.
   *
   * @param limit how many tasks may run at once
   * @param taken how many do
   * @param waiting tasks that wait in the line
   * @param lent tasks that have lent their slot, while they wait for tasks of this limiter
   * @param suspects tasks that seem to wait for tasks of this limiter in a way that it cannot see
   */
  public record Standing(int limit, int taken, int waiting, int lent, int suspects) {}

  /** What it is like now. */
  public Standing standing() {
    Slots.Standing now = slots.standing();
    return new Standing(now.limit(), now.taken(), now.waiting(), now.lent(), now.suspects());
  }

  /**
   * Everything counted so far: one look at the tasks' meters, then at the slots.
   *
   * @param host where the processors are read
   */
  public MeterSnapshot totals(Supplier<HostMeter.Reading> host) {
    long beganNanos = System.nanoTime();
    MeterSum tasks = new MeterSum();
    ArrivalMeter arrivals = new ArrivalMeter();
    meters.addTo(tasks, arrivals);
    Slots.Standing now = slots.standing();
    return new MeterSnapshot(
        now.atNanos(),
        now.atNanos() - beganNanos,
        now.limit(),
        Math.max(now.limit(), now.taken()),
        now.slotNanos(),
        rejected.sum(),
        slots.ruled().count(shed.overloaded()),
        arrivals,
        tasks,
        OptionalLong.empty(),
        RunQueueWait.UNKNOWN,
        host.get());
  }

  /** What it is like, in one line. */
  public String text() {
    State state = life.state(); // first: states only move on
    Slots.Standing now = slots.standing();
    return String.format(
        Locale.ROOT,
        "%s (%s): %d places, %d taken, %d queued%s%s",
        owner,
        (state == State.RUNNING && slots.isClosed() ? State.SHUTDOWN : state)
            .name()
            .toLowerCase(Locale.ROOT),
        now.limit(),
        now.taken(),
        now.waiting(),
        slots.bound(),
        shed.text());
  }
}
