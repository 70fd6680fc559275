package dev.flyball.control;

import dev.flyball.policy.Observation;

/**
 * Anything with a number of workers that can be watched and changed while it runs.
 *
 * <p>Both methods are called by one governor, from one thread at a time.
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
}
