package dev.flyball.pool;

import dev.flyball.measure.OffloadMeter;
import dev.flyball.measure.thread.CpuSample;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A task's work in a thread that is not its pool's, while the task waits for it: so the pool sees
 * what processor time its tasks take there.
 *
 * <pre>{@code
 * try (Offloaded work = pool.offloaded()) { // in the other thread
 *   handle(request);
 * }
 * }</pre>
 *
 * <p>Begins when it is made. Belongs to the thread that has made it until {@link #leave()}.
 */
public final class Offloaded implements AutoCloseable {

  private final OffloadMeter meter;
  private final @Nullable CpuSample sample;
  private final AtomicBoolean over = new AtomicBoolean();

  Offloaded(OffloadMeter meter) {
    this.meter = meter;
    this.sample = meter.next(Thread.currentThread(), System.nanoTime());
    if (sample != null) {
      sample.begin();
    }
  }

  /** The thread goes on to other things, while the work goes on elsewhere, unseen. */
  public void leave() {
    if (sample != null) {
      sample.end();
    }
  }

  /** The work is over; may be called by any thread, and again. */
  @Override
  public void close() {
    if (sample != null && over.compareAndSet(false, true)) {
      sample.end();
      meter.ended(sample);
    }
  }
}
