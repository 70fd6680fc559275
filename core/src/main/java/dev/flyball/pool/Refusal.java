package dev.flyball.pool;

import dev.flyball.base.Durations;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.TaskSink;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A task that a pool refused, with what can still be done about it.
 *
 * <p>Belongs to the submitting thread and lasts for one call of {@link Rejection#reject}.
 */
public final class Refusal {

  private final TaskSink sink;
  private final Supplier<String> state;
  private final Runnable task;
  private final KindProfile kind;
  private boolean takenIn;

  Refusal(TaskSink sink, Supplier<String> state, Runnable task, KindProfile kind) {
    this.sink = sink;
    this.state = state;
    this.task = task;
    this.kind = kind;
  }

  /** The refused task; the future, where one was submitted. */
  public Runnable task() {
    return task;
  }

  /** The kind of the task; empty text where none was named. */
  public String kind() {
    return kind.kind();
  }

  /** The pool in one line: its name and every number that explains the refusal. */
  public String state() {
    return state.get();
  }

  /** Whether the pool refused because it takes no more tasks at all. */
  public boolean poolIsShutdown() {
    return sink.isShutdown();
  }

  /** Offers the task once more; true when the pool took it. */
  public boolean offerAgain() {
    if (!takenIn) {
      takenIn = sink.offer(task, kind);
    }
    return takenIn;
  }

  /**
   * Offers the task until the pool takes it; true when it did, false when the time is over or the
   * pool shuts down.
   */
  public boolean offerAgain(Duration waitMax) throws InterruptedException {
    if (!takenIn) {
      takenIn = sink.offer(task, kind, Durations.nanos("waitMax", waitMax));
    }
    return takenIn;
  }

  boolean takenIn() {
    return takenIn;
  }

  /** Takes the task that has waited longest out of the queue of a running pool; it will not run. */
  public Optional<Runnable> withdrawOldest() {
    return sink.withdrawOldest();
  }
}
