package dev.flyball.measure.thread;

import dev.flyball.base.VirtualThreads;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The processor time and run-queue wait of one thread, from a beginning to an end that it passes
 * both.
 *
 * <p>Safe for any number of threads. What another thread ends is not measured.
 */
public final class CpuSample {

  private final Thread thread;
  private final long readyStamp;
  private final long stands;

  // Guarded by this.
  private boolean over;
  private OptionalLong cpuNanos = OptionalLong.empty();
  private Optional<RunQueue> queue = Optional.empty();
  private OptionalLong queueNanos = OptionalLong.empty();
  private long wokenNanos; // from when it was ready to when it ran

  /**
   * What was measured.
   *
   * @param cpuNanos processor time
   * @param queueNanos run-queue wait
   */
  public record Taken(long cpuNanos, long queueNanos) {}

  private Optional<Taken> taken = Optional.empty();

  /** A sample of that thread, ready to run from then on, which stands for so many tasks. */
  public CpuSample(Thread thread, long readyStamp, long stands) {
    this.thread = thread;
    this.readyStamp = readyStamp;
    this.stands = stands;
  }

  /** Begins; called by the thread itself. Of a virtual one nothing is measured. */
  public synchronized void begin() {
    if (over || VirtualThreads.isVirtual(thread)) {
      return;
    }
    queue = RunQueue.ofCurrentThread(SensorBudget.SHARED);
    queueNanos = queue.isPresent() ? queue.get().waitNanos() : OptionalLong.empty();
    wokenNanos = Math.max(0, System.nanoTime() - readyStamp);
    cpuNanos = ThreadCpu.ofCurrentThread();
  }

  /** Ends the measurement, for the first time that it is called. */
  @SuppressWarnings("ReferenceEquality") // that very thread
  public synchronized void end() {
    if (over) {
      return;
    }
    over = true;
    OptionalLong cpu = ThreadCpu.ofCurrentThread();
    OptionalLong waited = queue.isPresent() ? queue.get().waitNanos() : OptionalLong.empty();
    boolean own = Thread.currentThread() == thread;
    if (own
        && cpuNanos.isPresent()
        && cpu.isPresent()
        && queueNanos.isPresent()
        && waited.isPresent()) {
      taken =
          Optional.of(
              new Taken(
                  Math.max(0, cpu.getAsLong() - cpuNanos.getAsLong()),
                  wokenNanos + Math.max(0, waited.getAsLong() - queueNanos.getAsLong())));
    }
    queue.ifPresent(RunQueue::close);
  }

  public long stands() {
    return stands;
  }

  /** What was measured until the end; empty before it, and where there is no sensor. */
  public synchronized Optional<Taken> taken() {
    return taken;
  }
}
