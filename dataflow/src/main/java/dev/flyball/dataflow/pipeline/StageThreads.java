package dev.flyball.dataflow.pipeline;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** The threads of a stage, where the user has no say in them. */
final class StageThreads {

  private StageThreads() {}

  /** Threads called {@code prefix-1} and so on. */
  @SuppressWarnings("ThreadPriorityCheck") // back to normal, wherever it was inherited from
  static ThreadFactory named(String prefix, boolean daemon) {
    AtomicLong number = new AtomicLong();
    return task -> {
      Thread thread = new Thread(task, prefix + "-" + number.incrementAndGet());
      // Otherwise the new thread would inherit both from the thread that starts it.
      thread.setDaemon(daemon);
      thread.setPriority(Thread.NORM_PRIORITY);
      return thread;
    };
  }
}
