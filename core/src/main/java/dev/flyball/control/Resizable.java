package dev.flyball.control;

import dev.flyball.policy.Observation;

/**
 * Anything with a number of workers that can be watched and changed while it runs.
 *
 * <p>All methods are called by one governor, from one thread at a time.
 */
public interface Resizable {

  /**
   * Cuts a window: what happened since the last call, or since the target began.
   *
   * @return the figures of the window; what this target cannot measure is empty
   */
  Observation observe();

  /**
   * Asks for a number of workers from now on; returns at once, without waiting for busy workers.
   *
   * @param workers the number wanted, at least 1
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  void resize(int workers);

  /**
   * What a resize costs at present; nothing unless said.
   *
   * <p>A governor makes a resize that costs something only when keeping the size has cost as much.
   * Limits, pinning and overriding take effect at once, whatever it costs. Called once for each
   * advice that differs from the size, so it may change while the target runs; it is quick.
   */
  default ResizeCost resizeCost() {
    return ResizeCost.FREE;
  }

  /**
   * Registers who is to be told when a task has to wait for a worker, or is turned away for want of
   * one; takes the place of who was registered before.
   *
   * <p>The target calls {@code alarm} from any thread, as often as it likes, and once while this
   * method runs if tasks wait already. The alarm is quick, takes no lock and throws nothing.
   *
   * @return whether this target tells at all; one that does not is looked at once per period at the
   *     least, whatever its policy wishes, for nobody would wake a governor that sleeps
   */
  default boolean onSaturation(Runnable alarm) {
    return false;
  }

  /** Called once when the governor that drove this target is closed; another may drive it then. */
  default void released() {}
}
