package dev.flyball.pool;

import dev.flyball.admission.Arrival;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.base.Durations;
import dev.flyball.measure.KindProfile;
import dev.flyball.pool.base.Intake;
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
  private final TaskOptions options;
  private Intake intake;

  Refusal(
      TaskSink sink,
      Supplier<String> state,
      Runnable task,
      KindProfile kind,
      TaskOptions options,
      Intake intake) {
    this.sink = sink;
    this.state = state;
    this.task = task;
    this.kind = kind;
    this.options = options;
    this.intake = intake;
  }

  /**
   * The refused task; the future, where one was submitted. The future of one run, where a task was
   * scheduled: to cancel it cancels the task.
   */
  public Runnable task() {
    return task;
  }

  /** The kind of the task; empty text where none was named. */
  public String kind() {
    return kind.kind();
  }

  /** What its submitter has said of the task. */
  public TaskOptions options() {
    return options;
  }

  /**
   * Why the rule for who gets in has turned the task away; empty where the pool has refused it
   * without a rule: because it is shut down, or full and asked for nothing but room.
   */
  public Optional<TaskShedException> shed() {
    return intake.shed();
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
    if (!takenIn()) {
      intake = sink.offer(task, kind, options);
    }
    return takenIn();
  }

  /**
   * Offers the task until the pool takes it; true when it did, false when the time is over, the
   * pool shuts down, or the rule turns the task away for another reason than that there is no room.
   */
  public boolean offerAgain(Duration waitMax) throws InterruptedException {
    if (!takenIn()) {
      intake = sink.offer(task, kind, options, Durations.nanos("waitMax", waitMax));
    }
    return takenIn();
  }

  boolean takenIn() {
    return intake.isTaken();
  }

  /** Whether room is all that the task lacks. */
  boolean lacksRoomOnly() {
    return shed().map(why -> why.shedCause() == ShedCause.FULL).orElse(true);
  }

  void countIfNotTakenIn() {
    if (!takenIn()) {
      shed().ifPresent(why -> sink.countShed(kind, options, why));
      sink.countRejected(); // last, or a reader would take it for one without room
    }
  }

  /** Runs the task in the current thread, which knows its deadline meanwhile. */
  void run() {
    long deadlineNanos = sink.deadlineNanos(options, System.nanoTime());
    if (deadlineNanos == Arrival.NO_DEADLINE) {
      task.run();
    } else {
      Deadline.atNanos(deadlineNanos).run(task);
    }
  }

  /** Takes the task that has waited longest out of the queue of a running pool; it will not run. */
  public Optional<Runnable> withdrawOldest() {
    return sink.withdrawOldest();
  }
}
