package dev.flyball.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of passing a record through three empty stages, one thread each, from one producer: time
 * and processor time of the whole program. {@link ChainRounds} compares the chains.
 *
 * <p>The producer puts {@value #RECORDS} records, or a single one, and waits, parked, until the
 * last stage has seen them all. One operation is one record.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ChainBenchmark {

  private static final int RECORDS = 100_000;
  private static final int ALONE = 1_000;
  private static final int QUEUE_LENGTH = 1024;
  private static final Object RECORD = new Object();

  /** The chain that is measured. */
  @Param public ChainKind chain = ChainKind.PIPELINE;

  private final AtomicLong seen = new AtomicLong();
  private volatile long awaited = Long.MAX_VALUE;
  private volatile Thread producer = Thread.currentThread();
  private ChainKind.Chain opened = new BlockingQueueChain(1, 1, () -> {});

  /** Opens the chain. */
  @Setup
  public void open() {
    opened.close();
    seen.set(0);
    opened = chain.open(QUEUE_LENGTH, this::see);
  }

  /** Closes the chain. */
  @TearDown
  public void close() {
    opened.close();
  }

  private void see() {
    long now = seen.getPlain() + 1;
    seen.setOpaque(now);
    if (now == awaited) {
      seen.set(now);
      LockSupport.unpark(producer);
    }
  }

  /** Processor time of the whole program. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Processor {
    /** Used so far in this iteration; divided by the records it is what each of them cost. */
    public long cpuNanos;

    private long usedBefore;

    /** Begins to count. */
    @Setup(Level.Iteration)
    public void begin() {
      usedBefore = processCpuNanos();
      cpuNanos = 0;
    }

    void read() {
      cpuNanos = processCpuNanos() - usedBefore;
    }

    private static long processCpuNanos() {
      return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }
  }

  /** A long run of records. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void pass(Processor processor) throws InterruptedException {
    pass(RECORDS);
    processor.read();
  }

  /** One record after the other, each of which finds all threads waiting. */
  @Benchmark
  @OperationsPerInvocation(ALONE)
  public void passAlone(Processor processor) throws InterruptedException {
    for (int i = 0; i < ALONE; i++) {
      pass(1);
    }
    processor.read();
  }

  private void pass(int records) throws InterruptedException {
    producer = Thread.currentThread();
    awaited = seen.get() + records;
    for (int i = 0; i < records; i++) {
      opened.put(RECORD);
    }
    while (seen.get() < awaited) {
      LockSupport.parkNanos(this, 1_000_000);
    }
  }
}
