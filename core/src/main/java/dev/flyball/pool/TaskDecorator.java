package dev.flyball.pool;

/**
 * A decorator of each task that an executor is handed, such as to carry what belongs to the
 * submitting thread (a security context, a trace, a locale) to the thread that runs the task.
 *
 * <pre>{@code
 * AdaptivePool.named("orders").decorate(task -> {
 *   String user = User.current();           // in the submitting thread
 *   return () -> User.with(user, task);     // in the worker
 * })
 * }</pre>
 *
 * <p>It is called by the submitting thread, once for each task, before the task may be refused.
 * What it returns must run the task once, and set back whatever it has set, even where the task
 * throws: the thread runs other tasks later, and is the submitter's own with {@link
 * Rejection#callerRuns()}. A {@link ScheduledPool} runs what it returns once for each run of a
 * series. A task that is cancelled, turned away or handed back is not run, and neither is its
 * decoration.
 *
 * <p><b>What stays.</b> A submitted task is decorated inside of its future, so that the future can
 * be cancelled and leaves the queue as ever, and kinds and options are those of the task. What a
 * callable throws reaches its future, and does not pass through the decoration; what an executed
 * task throws passes through it. An executed task that is a future or {@link
 * dev.flyball.admission.Sheddable} remains one. {@link Refusal#task()} and {@code shutdownNow} have
 * executed tasks as they were decorated.
 */
@FunctionalInterface
public interface TaskDecorator {

  /** What is to be run in the place of the task, and runs it. */
  Runnable decorate(Runnable task);
}
