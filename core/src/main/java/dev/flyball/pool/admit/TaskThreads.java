package dev.flyball.pool.admit;

import dev.flyball.base.VirtualThreads;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/**
 * The threads of a limiter's tasks: starts one for each task, and knows those that have not ended.
 *
 * <p>Where the JDK has an executor with a thread per task, since Java 21, that executor starts the
 * virtual threads of the default factory: they have to be recorded in any case, and there they are
 * recorded once. It does not start the threads of a user's factory, since it bypasses a {@link
 * Thread#start()} that they override. A thread that is started after {@link #interruptAll()} need
 * not be recorded; its task must check by itself whether the limiter is stopping.
 *
 * <p>Safe for any number of threads.
 */
final class TaskThreads {

  private final ThreadFactory factory;
  private final Optional<ExecutorService> perTask;

  /** Those that run, where the JDK does not keep them. */
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  private TaskThreads(ThreadFactory factory, Optional<ExecutorService> perTask) {
    this.factory = factory;
    this.perTask = perTask;
  }

  /** Threads of a factory that is not ours. */
  static TaskThreads from(ThreadFactory factory) {
    return new TaskThreads(factory, Optional.empty());
  }

  /** Threads of our own factory, which only makes them. */
  static TaskThreads own(ThreadFactory factory) {
    return new TaskThreads(factory, perTask(factory));
  }

  private static Optional<ExecutorService> perTask(ThreadFactory factory) {
    if (!VirtualThreads.exist()) {
      return Optional.empty(); // it came with them
    }
    try {
      return Optional.of(
          (ExecutorService)
              Executors.class
                  .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                  .invoke(null, factory));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Executors.newThreadPerTaskExecutor is public and throws nothing", e);
    }
  }

  /**
   * Starts a thread for a task; throws what the factory or the start throws, and even then the task
   * may run: where the factory has started the thread, or the start failed after it had begun.
   */
  void start(Runnable task) {
    if (perTask.isEmpty()) {
      startNoted(task);
    } else if (perTask.get().isShutdown()) {
      made(task).start();
    } else {
      startPerTask(perTask.get(), task);
    }
  }

  private void startPerTask(ExecutorService executor, Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      if (!executor.isShutdown()) {
        throw e;
      }
      made(task).start(); // it was shut down just now
    }
  }

  private void startNoted(Runnable task) {
    Thread thread =
        made(() -> {
          try {
            task.run();
          } finally {
            running.remove(Thread.currentThread());
          }
        });
    running.add(thread);
    boolean started = false;
    try {
      thread.start();
      started = true;
    } finally {
      if (!started) {
        running.remove(thread);
      }
    }
  }

  private Thread made(Runnable task) {
    Thread made = factory.newThread(task);
    if (made == null || made.getState() != Thread.State.NEW) {
      throw new IllegalStateException(
          "the thread factory must make a thread that is not started but made " + made);
    }
    return made;
  }

  /** Whether they are virtual threads of our own factory, which do not keep the process. */
  boolean areOwnDaemons() {
    return perTask.isPresent();
  }

  /** Interrupts every thread that was started and has not ended. */
  void interruptAll() {
    perTask.ifPresent(ExecutorService::shutdownNow);
    running.forEach(Thread::interrupt);
  }

  /** Lets go of everything; no thread is left. */
  void end() {
    perTask.ifPresent(ExecutorService::shutdown);
  }
}
