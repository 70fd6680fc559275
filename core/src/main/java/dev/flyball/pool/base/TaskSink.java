package dev.flyball.pool.base;

import dev.flyball.measure.KindProfile;
import java.util.Optional;

/** The part of an executor that takes tasks in. */
public interface TaskSink {

  /** Takes the task in; false when nothing more is taken, or there is no room. */
  boolean offer(Runnable task, KindProfile kind);

  /** Takes the task in as soon as there is room; false when there was none in time. */
  boolean offer(Runnable task, KindProfile kind, long waitNanosMax) throws InterruptedException;

  /** Takes the task that has waited longest out of the queue, unless the executor is shut down. */
  Optional<Runnable> withdrawOldest();

  /** Counts a rejected task. */
  void countRejected();

  /** Whether nothing more is taken. */
  boolean isShutdown();
}
