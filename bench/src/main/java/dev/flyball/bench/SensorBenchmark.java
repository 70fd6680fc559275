package dev.flyball.bench;

import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a pool's sensors by themselves: per task, apart from queue and wake-ups, whose
 * fluctuations on a loaded machine are larger; and per look at the figures.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SensorBenchmark {

  /** The meters of one worker and one queue. */
  @State(Scope.Thread)
  public static class Meters {
    private final WorkerMeter worker = new WorkerMeter();
    private final ArrivalMeter arrivals = new ArrivalMeter();
    private final KindProfile kind = new KindProfile("kind");
    private long lastEnd = System.nanoTime();
  }

  /** One reading of the clock. */
  @Benchmark
  public long oneClockReading() {
    return System.nanoTime();
  }

  /** All that is written for one task, the clock's readings left out. */
  @Benchmark
  public void oneTaskWithoutTheClock(Meters meters) {
    long now = ++meters.lastEnd;
    meters.arrivals.arrived(now, meters.kind);
    meters.worker.started(now, now + 1);
    meters.kind.record(999);
    meters.worker.ended(now, now + 1, now + 1000, meters.kind.referenceNanos(), false);
  }

  /** All that is written for one task of a busy worker: its end serves as the next one's start. */
  @Benchmark
  public void oneTask(Meters meters) {
    long arrival = System.nanoTime();
    meters.arrivals.arrived(arrival, meters.kind);
    meters.worker.started(arrival, Math.max(arrival, meters.lastEnd));
    long end = System.nanoTime();
    meters.kind.record(end - arrival);
    long referenceNanos = meters.kind.referenceNanos();
    meters.worker.ended(arrival, Math.max(arrival, meters.lastEnd), end, referenceNanos, false);
    meters.lastEnd = end;
  }

  /** A pool with so many workers, all alive. */
  @State(Scope.Benchmark)
  public static class Pool {

    /** How many workers are alive. */
    @Param({"8", "200"})
    public int workers = 8;

    private AdaptivePool pool = AdaptivePool.named("empty").ungoverned().build();
    private final CountDownLatch end = new CountDownLatch(1);

    /** Makes all workers busy. */
    @Setup
    public void open() throws InterruptedException {
      pool.shutdown();
      pool = AdaptivePool.named("looked-at").ungoverned().workers(workers).build();
      CountDownLatch running = new CountDownLatch(workers);
      for (int i = 0; i < workers; i++) {
        pool.execute(() -> {
          running.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
      }
      running.await();
    }

    /** Lets the workers go. */
    @TearDown
    public void close() {
      end.countDown();
      pool.close();
    }
  }

  /** One look at everything: meters, processor time and run-queue wait of all workers, the host. */
  @Benchmark
  public Observation oneLook(Pool pool) {
    return pool.pool.lifetime();
  }
}
