package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A target with a number of workers that can be observed and changed while it runs.
 *
 * <p>One governor calls all methods, from one thread at a time.
 */
public interface Resizable {

  /**
   * Closes the current window and returns it: what happened since the last call, or since the
   * target began.
   *
   * @return the figures of the window; a figure that this target cannot measure is empty
   */
  Observation observe();

  /**
   * Requests a number of workers from now on; returns at once, without waiting for busy workers.
   *
   * @param workers the number of workers, at least 1
   * @throws IllegalArgumentException when {@code workers} is below 1
   */
  void resize(int workers);

  /**
   * The present cost of a resize. Default: free.
   *
   * <p>A governor makes a resize that costs something only when keeping the size has cost as much.
   * Limits, pinning and overriding take effect at once, whatever the cost. The governor calls this
   * method once for each advice that differs from the size. The cost may change while the target
   * runs. The method must be quick.
   */
  default ResizeCost resizeCost() {
    return ResizeCost.FREE;
  }

  /**
   * Sets the callback for tasks that queue or are rejected because no worker is free; replaces any
   * previous one.
   *
   * <p>The target calls {@code alarm} from any thread, as often as it likes, and once during this
   * method if tasks wait already. The alarm is quick, takes no lock and throws nothing.
   *
   * @return whether this target ever calls the alarm; a target that does not is polled at least
   *     once per period, whatever its policy wishes, since no alarm would wake a sleeping governor
   */
  default boolean onSaturation(Runnable alarm) {
    return false;
  }

  /**
   * What there is to say about this target beside its figures, such as that its workers wait for
   * one another; empty for nothing. A governor adds it to the reason of each decision, whatever the
   * policy. The method must be quick.
   */
  default Optional<Reason> note() {
    return Optional.empty();
  }

  /**
   * How far the machine lets this target grow, beside whatever limits it was given.
   *
   * @param workersMax the largest size for which the machine has room
   * @param bound what has no room for more, such as "pids.max is 4096"
   */
  record Room(int workersMax, String bound) {}

  /**
   * The room for more workers; empty where it is not known, or nothing binds. A governor asks when
   * it is about to grow the target, and does not grow it further.
   */
  default Optional<Room> room() {
    return Optional.empty();
  }

  /** The callback for waits that are of no interest any more: does nothing. */
  LongConsumer IGNORE_WAITS = nanos -> {};

  /**
   * Sets the callback for a thread that had to wait for this target: for a permit, or for the start
   * of a task whose result it needs; replaces any previous one. That thread calls it, with the time
   * in nanoseconds. The callback is quick and throws nothing.
   *
   * <p>A {@link PoolGroup} so learns which of its members wait for others. Default: such waits are
   * not seen.
   */
  default void onWait(LongConsumer waitedNanos) {}

  /**
   * Whether the current thread works for this target: runs one of its tasks, or holds one of its
   * permits. A {@link PoolGroup} asks when the thread has waited for another target. Default: it is
   * not known.
   */
  default boolean worksHere() {
    return false;
  }

  /** Called once when the governor of this target is closed; another governor may then drive it. */
  default void released() {}
}
