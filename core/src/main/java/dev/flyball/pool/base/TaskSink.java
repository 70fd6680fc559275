package dev.flyball.pool.base;

import dev.flyball.measure.KindProfile;
import java.util.Optional;

/** Where an executor takes tasks in. */
public interface TaskSink {

  /** Takes the task in; false when nothing more is taken, or there is no room. */
  boolean offer(Runnable task, KindProfile kind);

  /** Takes the task in as soon as there is room; false when it did not become so in time. */
  boolean offer(Runnable task, KindProfile kind, long waitNanosMax) throws InterruptedException;

  /** Takes the task that has waited longest out of the queue, where nothing is shut down. */
  Optional<Runnable> withdrawOldest();

  /** Counts a task that was turned away. */
  void countRejected();

  /** Whether nothing more is taken. */
  boolean isShutdown();
}
