package dev.flyball.pool;

import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The one hand on a target's size: whoever has taken it observes and resizes, until it is released.
 *
 * <p>Two that resize would undo each other's work, and two that observe would take windows from
 * each other; so there is one of these for each target, and it can be taken once.
 */
final class SizeControl implements Resizable {

  private static final String NOBODY = "";

  private final String target;
  private final Supplier<Observation> observing;
  private final IntConsumer resizing;
  private final Consumer<ShortageAlarm> alarms;
  private final AtomicReference<String> holder = new AtomicReference<>(NOBODY);

  /**
   * The hand on a target.
   *
   * @param target what messages call it, such as "pool 'orders'"
   * @param observing cuts a window
   * @param resizing asks for a number of workers, which was checked
   * @param alarms is given whom to tell when a task has to wait
   */
  SizeControl(
      String target,
      Supplier<Observation> observing,
      IntConsumer resizing,
      Consumer<ShortageAlarm> alarms) {
    this.target = target;
    this.observing = observing;
    this.resizing = resizing;
    this.alarms = alarms;
  }

  /**
   * Takes it.
   *
   * @param by who does, to follow the words "is in the hands of"
   * @throws IllegalStateException when somebody has it
   */
  SizeControl takenBy(String by) {
    String before = holder.compareAndExchange(NOBODY, by);
    if (!before.equals(NOBODY)) {
      throw new IllegalStateException(
          "the size of " + target + " must be in one hand but is in the hands of " + before);
    }
    return this;
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
  public boolean onShortage(Runnable alarm) {
    alarms.accept(new ShortageAlarm(SizeControl.class, target, alarm));
    return true;
  }

  @Override
  public void released() {
    holder.set(NOBODY);
  }
}
