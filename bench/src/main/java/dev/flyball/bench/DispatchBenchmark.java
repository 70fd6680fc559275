package dev.flyball.bench;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of handing a task to a pool and having it run: empty tasks, from one producer and from
 * four.
 *
 * <p>A producer hands over a batch and is done when every task of it has run, so that the figure is
 * that of tasks run, not only queued. At most {@value #IN_FLIGHT_MAX} tasks of one producer are
 * handed over and not yet done: no queue can hide the cost of running by growing, and none is ever
 * full. One operation is one task.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DispatchBenchmark {

  private static final int TASKS = 10_000;
  private static final int IN_FLIGHT_MAX = 128;
  private static final int PRODUCERS_MAX = 4;

  /** The pool that is measured. */
  @Param public PoolKind pool = PoolKind.JDK_ARRAY_QUEUE;

  /** How many workers it has. */
  @Param("8")
  public int workers = 8;

  private ExecutorService executor = PoolKind.JDK_ARRAY_QUEUE.open(1, 1);

  /** Opens the pool. */
  @Setup
  public void open() {
    executor.shutdown();
    executor = pool.open(workers, PRODUCERS_MAX * IN_FLIGHT_MAX);
  }

  /** Closes the pool, and does not go on before its workers have ended. */
  @TearDown
  public void close() throws InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException(pool + " must end within 10 s of its shutdown but did not");
    }
  }

  /** The window of one producer: a permit for each task that it may yet hand over. */
  @State(Scope.Thread)
  public static class Producer {
    private final Semaphore room = new Semaphore(IN_FLIGHT_MAX);
    private final Runnable task = room::release;
  }

  /** One thread hands over. */
  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(TASKS)
  public void oneProducer(Producer producer) {
    handOver(producer);
  }

  /** Four threads hand over. */
  @Benchmark
  @Threads(PRODUCERS_MAX)
  @OperationsPerInvocation(TASKS)
  public void fourProducers(Producer producer) {
    handOver(producer);
  }

  private void handOver(Producer producer) {
    for (int i = 0; i < TASKS; i++) {
      producer.room.acquireUninterruptibly();
      executor.execute(producer.task);
    }
    producer.room.acquireUninterruptibly(IN_FLIGHT_MAX);
    producer.room.release(IN_FLIGHT_MAX);
  }
}
