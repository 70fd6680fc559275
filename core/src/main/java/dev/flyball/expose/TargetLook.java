package dev.flyball.expose;

import dev.flyball.policy.Observation;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.pool.TaskTimes;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The figures of a target for a reader that asks for them one by one, such as a scrape of metrics:
 * one observation serves all that are read together.
 *
 * <p>Any thread may call any method.
 */
public final class TargetLook {

  private static final long LOOK_NANOS = 100_000_000;
  private static final long WINDOW_NANOS = 1_000_000_000;

  private final ManagedTarget target;
  private final Supplier<Observation> windows;

  // Guarded by this.
  private Observation life;
  private long lookedNanos = System.nanoTime();
  private Optional<TaskTimes> times;
  private long timesNanos = System.nanoTime();
  private long windowBeganNanos;
  private Optional<Observation> window = Optional.empty();

  /**
   * Begins a window of its own.
   *
   * @throws IllegalStateException when the target was built without its sensors
   */
  public TargetLook(ManagedTarget target) {
    this.target = target;
    this.life = target.lifetime();
    this.times = target.taskTimes();
    this.windows = target.windows();
    this.windowBeganNanos = System.nanoTime(); // not before the first window begins
  }

  /** The target. */
  public ManagedTarget target() {
    return target;
  }

  /** The time since the target was made; at most 100 ms old. */
  public synchronized Observation life() {
    long nowNanos = System.nanoTime();
    if (nowNanos - lookedNanos > LOOK_NANOS) {
      life = target.lifetime();
      lookedNanos = nowNanos;
    }
    return life;
  }

  /** The times of all tasks since the target was made; at most 100 ms old, empty as there. */
  public synchronized Optional<TaskTimes> taskTimes() {
    long nowNanos = System.nanoTime();
    if (nowNanos - timesNanos > LOOK_NANOS) {
      times = target.taskTimes();
      timesNanos = nowNanos;
    }
    return times;
  }

  /** The last window of a second or more; empty before the first has ended. */
  public synchronized Optional<Observation> window() {
    if (System.nanoTime() - windowBeganNanos >= WINDOW_NANOS) {
      window = Optional.of(windows.get());
      windowBeganNanos = System.nanoTime();
    }
    return window;
  }
}
