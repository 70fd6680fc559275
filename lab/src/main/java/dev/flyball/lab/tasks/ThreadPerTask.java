package dev.flyball.lab.tasks;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A thread for each task, which ends with it. */
final class ThreadPerTask implements TaskPool {

  private final StartedThreads factory = new StartedThreads();
  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();

  @Override
  public void execute(Runnable task) {
    Thread thread = factory.newThread(() -> run(task));
    alive.add(thread);
    thread.start();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } finally {
      alive.remove(Thread.currentThread());
    }
  }

  @Override
  public OptionalInt threads() {
    return OptionalInt.of(alive.size());
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
  public void close() {
    List<Thread> left = List.copyOf(alive);
    left.forEach(Thread::interrupt);
    try {
      for (Thread thread : left) {
        thread.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
