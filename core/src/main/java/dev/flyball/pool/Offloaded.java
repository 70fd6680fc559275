package dev.flyball.pool;

import dev.flyball.measure.CpuSample;
import dev.flyball.measure.OffloadMeter;
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
  private final long beganStamp = System.nanoTime();
  private final @Nullable CpuSample sample;

  Offloaded(OffloadMeter meter) {
    this.meter = meter;
    this.sample = meter.next(Thread.currentThread(), beganStamp);
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

  /** The work is over. To be called once, by any thread. */
  @Override
  public void close() {
    leave();
    meter.ended(sample, System.nanoTime() - beganStamp);
  }
}
