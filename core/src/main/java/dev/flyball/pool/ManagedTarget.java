package dev.flyball.pool;

import dev.flyball.admission.ShedListener;
import dev.flyball.admission.ShedTotals;
import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A target that measures itself, so that it can be governed and shown: a pool, a limiter, permits,
 * an adopted pool that others own, or a stage of a data-flow program. Only Flyball implements it:
 * later versions add methods.
 *
 * <p>One holder at a time observes and resizes it: its governor, or the caller that took {@link
 * #control()}. Any thread may call everything else.
 */
public interface ManagedTarget {

  /**
   * Takes control of its size: to observe and resize it, or to hand it to a governor.
   *
   * @throws IllegalStateException when it is governed, or another caller has taken it, and it was
   *     not {@linkplain Resizable#released() released} since; the message names the holder
   */
  Resizable control();

  /** The target's name in messages and over JMX. */
  String name();

  /** The governor that it was built with; empty for an ungoverned target. */
  Optional<Governor> governor();

  /**
   * The time since the target was made, as one window.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  Observation lifetime();

  /**
   * Begins windows of the caller's own, beside those of the governor and of other readers. Each
   * call of {@code get} returns the window since the previous call; the first window begins now.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  Supplier<Observation> windows();

  /**
   * How long its tasks have waited and taken since it was made; empty where single times are not
   * known, as of adopted pools.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  Optional<TaskTimes> taskTimes();

  /** The requested size in workers. */
  int workersTarget();

  /** Existing workers. */
  int workersCurrent();

  /** Queued tasks. */
  int queued();

  /**
   * The maximum number of queued tasks, {@link Integer#MAX_VALUE} where there is none; empty where
   * it is not known, as of most pools that others own.
   */
  OptionalInt queueCapacity();

  /** What the rule for who gets in has turned away so far. */
  ShedTotals shedTotals();

  /** Adds a listener for what the rule for who gets in turns away from now on. */
  void onShed(ShedListener listener);

  /**
   * Registers an action to run before it has terminated, such as removing it from a directory. The
   * action runs in the thread that ends the target, and delays the end.
   */
  void onTermination(Runnable action);
}
