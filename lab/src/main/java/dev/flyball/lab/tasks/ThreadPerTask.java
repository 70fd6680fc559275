package dev.flyball.lab.tasks;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread for each task, which ends with it. */
final class ThreadPerTask implements TaskPool {

  private final StartedThreads factory = new StartedThreads();
  private final AtomicInteger alive = new AtomicInteger();

  @Override
  public void execute(Runnable task) {
    alive.incrementAndGet();
    factory.newThread(() -> run(task)).start();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } finally {
      alive.decrementAndGet();
    }
  }

  @Override
  public OptionalInt threads() {
    return OptionalInt.of(alive.get());
  }

  @Override
  public OptionalInt started() {
    return OptionalInt.of(factory.count());
  }

  @Override
  public OptionalInt asked() {
    return OptionalInt.empty();
  }

  @Override
  public void close() {} // its threads end with their tasks
}
