package dev.flyball.pool.govern;

import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.pool.base.SaturationAlarm;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive control of a target's size and windows: the holder observes and resizes, until it
 * releases the control; after that its calls are refused.
 *
 * <p>Two holders that resize would undo each other's work, and two that observe would take windows
 * from each other.
 */
public final class SizeControl implements Resizable {

  private final String target;
  private final Supplier<Observation> observing;
  private final IntConsumer resizing;
  private final Consumer<SaturationAlarm> alarms;
  private final Supplier<Optional<Reason>> noting;
  private final Supplier<Optional<Room>> rooms;
  private final Consumer<@Nullable LongConsumer> waits;
  private final BooleanSupplier working;
  private final Supplier<ResizeCost> costs;
  private final AtomicReference<@Nullable Hand> holder = new AtomicReference<>();

  /**
   * The control of a target.
   *
   * @param target what messages call it, such as "pool 'orders'"
   * @param observing cuts a window
   * @param resizing asks for a number of workers, which was checked
   * @param alarms takes the callback for tasks that have to wait
   * @param noting says what there is to say beside the figures
   * @param rooms says how far the machine lets it grow
   * @param waits takes the callback for threads that had to wait for it; null for none
   * @param working says whether the current thread works for it
   * @param costs says what a resize costs
   */
  public SizeControl(
      String target,
      Supplier<Observation> observing,
      IntConsumer resizing,
      Consumer<SaturationAlarm> alarms,
      Supplier<Optional<Reason>> noting,
      Supplier<Optional<Room>> rooms,
      Consumer<@Nullable LongConsumer> waits,
      BooleanSupplier working,
      Supplier<ResizeCost> costs) {
    this.target = target;
    this.observing = observing;
    this.resizing = resizing;
    this.alarms = alarms;
    this.noting = noting;
    this.rooms = rooms;
    this.waits = waits;
    this.working = working;
    this.costs = costs;
  }

  /**
   * Takes it.
   *
   * @param by the taker, to follow the words "is in the hands of"
   * @throws IllegalStateException when it is taken
   */
  public Resizable takenBy(String by) {
    Hand hand = new Hand(by);
    Hand before = holder.compareAndExchange(null, hand);
    if (before != null) {
      throw new IllegalStateException(
          "the size of " + target + " must be in one hand but is in the hands of " + before.by);
    }
    return hand;
  }

  @Override
  public Observation observe() {
    return observing.get();
  }

  @Override
  public void resize(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1 but was " + workers);
    }
    resizing.accept(workers);
  }

  @Override
  public boolean onSaturation(Runnable alarm) {
    Objects.requireNonNull(alarm, "alarm must not be null");
    alarms.accept(new SaturationAlarm(SizeControl.class, target, alarm));
    return true;
  }

  @Override
  public Optional<Reason> note() {
    return noting.get();
  }

  @Override
  public Optional<Room> room() {
    return rooms.get();
  }

  @Override
  public void onWait(LongConsumer waitedNanos) {
    Objects.requireNonNull(waitedNanos, "waitedNanos must not be null");
    waits.accept(waitedNanos.equals(IGNORE_WAITS) ? null : waitedNanos);
  }

  @Override
  public boolean worksHere() {
    return working.getAsBoolean();
  }

  @Override
  public ResizeCost resizeCost() {
    return costs.get();
  }

  /** One holder, which may have released it since. */
  private final class Hand implements Resizable {

    private final String by;

    Hand(String by) {
      this.by = by;
    }

    private SizeControl held() {
      if (holder.get() != this) {
        throw new IllegalStateException(
            "the size of " + target + " must be in one's hands but " + by + " has released it");
      }
      return SizeControl.this;
    }

    @Override
    public Observation observe() {
      return held().observe();
    }

    @Override
    public void resize(int workers) {
      held().resize(workers);
    }

    @Override
    public boolean onSaturation(Runnable alarm) {
      return held().onSaturation(alarm);
    }

    @Override
    public Optional<Reason> note() {
      return SizeControl.this.note(); // changes nothing, so a late question does no harm
    }

    @Override
    public Optional<Room> room() {
      return held().room();
    }

    @Override
    public void onWait(LongConsumer waitedNanos) {
      held().onWait(waitedNanos);
    }

    @Override
    public boolean worksHere() {
      return SizeControl.this.worksHere();
    }

    @Override
    public ResizeCost resizeCost() {
      return SizeControl.this.resizeCost();
    }

    @Override
    public void released() {
      if (holder.get() == this) {
        // A closed governor is not to be woken; the next holder sets a callback of its own.
        SizeControl.this.onSaturation(() -> {});
        SizeControl.this.onWait(IGNORE_WAITS);
        holder.set(null);
      }
    }
  }
}
