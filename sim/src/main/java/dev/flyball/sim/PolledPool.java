package dev.flyball.sim;

import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.policy.Observation;
import dev.flyball.pool.adopt.PolledMeter;
import dev.flyball.pool.foreign.ForeignPool.Processor;
import dev.flyball.pool.foreign.PoolReading;

/**
 * A pool as its governor sees it where others own it: read now and then, through the meter that
 * adopted pools have.
 */
final class PolledPool implements Resizable {

  private final VirtualPool pool;
  private final VirtualClock clock;
  private final Sensors sensors;
  private final PolledMeter meter;
  private final SnapshotDiff window;
  private Runnable alarm = () -> {};

  PolledPool(VirtualPool pool, VirtualClock clock, Sensors sensors) {
    this.pool = pool;
    this.clock = clock;
    this.sensors = sensors;
    this.meter = new PolledMeter(pool.reading(), clock.nanoTime());
    this.window = SnapshotDiff.from(meter.totals(processor(), pool::host));
  }

  private Processor processor() {
    return sensors == Sensors.POLLED_CPU ? pool.processor() : Processor.UNKNOWN;
  }

  /** Reads it. */
  void poll() {
    long rejectedBefore = meter.last().rejected();
    PoolReading now = pool.reading();
    meter.note(now, clock.nanoTime());
    boolean waits = now.queued() > 0 && now.busy() >= now.size();
    if (waits || now.rejected() > rejectedBefore) {
      alarm.run();
    }
  }

  @Override
  public Observation observe() {
    meter.note(pool.reading(), clock.nanoTime());
    return window.cut(meter.totals(processor(), pool::host));
  }

  @Override
  public void resize(int workers) {
    pool.resize(workers);
  }

  @Override
  public ResizeCost resizeCost() {
    return pool.resizeCost();
  }

  @Override
  public boolean onSaturation(Runnable callback) {
    alarm = callback;
    return true;
  }
}
