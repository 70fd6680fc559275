package dev.flyball.sim;

/** A lock, first come first served, whose holder uses a processor until his work is done. */
final class LockGate implements Place {

  private final Processors processors;
  private final Tasks tasks;
  private final IntQueue waiting = new IntQueue();
  private boolean held;

  LockGate(Processors processors, Tasks tasks) {
    this.processors = processors;
    this.tasks = tasks;
  }

  @Override
  public void enter(int task, long workNanos) {
    if (held) {
      waiting.add(task);
    } else {
      held = true;
      processors.enter(task, workNanos);
    }
  }

  /** The holder's work is done; the next one takes over. */
  void release() {
    held = !waiting.isEmpty();
    if (held) {
      int next = waiting.remove();
      processors.enter(next, tasks.workNanos(next));
    }
  }

  /** A waiting task gives up; the task that holds the lock computes, and goes on. */
  @Override
  public boolean leave(int task) {
    return waiting.remove(task);
  }

  @Override
  public void speed(double factor) {
    throw new UnsupportedOperationException("a lock has the speed of the processors");
  }
}
