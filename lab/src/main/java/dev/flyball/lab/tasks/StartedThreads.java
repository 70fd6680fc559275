package dev.flyball.lab.tasks;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A factory of ordinary threads that counts them; any thread may use it. */
final class StartedThreads implements ThreadFactory {

  private final AtomicInteger count = new AtomicInteger();

  @Override
  public Thread newThread(Runnable task) {
    count.incrementAndGet();
    Thread thread = new Thread(task, "flyball-task");
    thread.setDaemon(true);
    return thread;
  }

  int count() {
    return count.get();
  }
}
