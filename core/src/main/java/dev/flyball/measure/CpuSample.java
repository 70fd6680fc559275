package dev.flyball.measure;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The processor time and run-queue wait of one thread, from a beginning to an end that it passes
 * both.
 *
 * <p>Safe for any number of threads. What another thread ends is not measured.
 */
public final class CpuSample {

  /** What is not measured. */
  static final Taken BLIND = new Taken(OptionalLong.empty(), OptionalLong.empty());

  private final Thread thread;

  // Guarded by this.
  private boolean over;
  private OptionalLong cpuNanos = OptionalLong.empty();
  private Optional<RunQueue> queue = Optional.empty();
  private OptionalLong queueNanos = OptionalLong.empty();

  /**
   * What was measured.
   *
   * @param cpuNanos processor time; empty if it is not measured
   * @param queueNanos run-queue wait; empty if it is not measured
   */
  record Taken(OptionalLong cpuNanos, OptionalLong queueNanos) {}

  private Taken taken = BLIND;

  /** A sample of that thread. */
  CpuSample(Thread thread) {
    this.thread = thread;
  }

  /** Begins; called by the thread itself, which must not be virtual. */
  public synchronized void begin() {
    if (over) {
      return;
    }
    queue = RunQueue.ofCurrentThread(SensorBudget.SHARED);
    queueNanos = queue.map(RunQueue::waitNanos).orElse(OptionalLong.empty());
    cpuNanos = ThreadCpu.ofCurrentThread();
  }

  /** Ends the measurement, for the first time that it is called. */
  @SuppressWarnings("ReferenceEquality") // that very thread
  public synchronized void end() {
    if (over) {
      return;
    }
    over = true;
    if (Thread.currentThread() == thread && cpuNanos.isPresent()) {
      taken =
          new Taken(
              since(cpuNanos, ThreadCpu.ofCurrentThread()),
              since(queueNanos, queue.map(RunQueue::waitNanos).orElse(OptionalLong.empty())));
    }
    queue.ifPresent(RunQueue::close);
  }

  /** What was measured until the end; nothing before it. */
  synchronized Taken taken() {
    return taken;
  }

  private static OptionalLong since(OptionalLong before, OptionalLong now) {
    return before.isEmpty() || now.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, now.getAsLong() - before.getAsLong()));
  }
}
