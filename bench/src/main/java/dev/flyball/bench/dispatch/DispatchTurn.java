package dev.flyball.bench.dispatch;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.flyball.bench.PoolKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * One load against one fresh pool for so many milliseconds.
 *
 * <p>Tasks go in batches, and only the last one of a batch gives the producer room for another: so
 * the figure is that of the pool and not that of a semaphore. Not every pool has run all tasks when
 * it has run the last of each batch, for not every one keeps their order: so tasks that do
 * something are counted as they end, and the turn is over when all of them have. Empty ones are
 * not, since counting would be most of what they do.
 */
final class DispatchTurn {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int QUEUE_LENGTH = 8192;
  private static final int BATCHES = 8;
  private static final long LOOK_NANOS = 20_000;
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final int ROUND_TRIPS_KEPT = 1 << 20;

  private final PoolKind kind;
  private final Load load;
  private final int workers;
  private final int producers;
  private final Runnable[] tasks;
  private final LongAdder ran = new LongAdder();

  DispatchTurn(PoolKind kind, Load load, int workers, int producers, double tokens) {
    this.kind = kind;
    this.load = load;
    this.workers = workers;
    this.producers = producers;
    this.tasks = load.tasks(tokens);
    if (load.counted()) {
      for (int i = 0; i < tasks.length; i++) {
        Runnable task = tasks[i];
        tasks[i] =
            () -> {
              task.run();
              ran.increment();
            };
      }
    }
  }

  /**
   * The result of a turn.
   *
   * @param tasks tasks that ran
   * @param nanos how long it took
   * @param cpuNanos processor time of the process meanwhile
   * @param bytes what all threads allocated meanwhile
   * @param sleeps how often a thread gave its processor away because it had to wait
   * @param p50Nanos the median of the round trips; 0 where there are none
   * @param p99Nanos their 99th percentile
   */
  record Result(
      long tasks,
      long nanos,
      long cpuNanos,
      long bytes,
      long sleeps,
      long p50Nanos,
      long p99Nanos) {

    String toLine() {
      return tasks + " " + nanos + " " + cpuNanos + " " + bytes + " " + sleeps + " " + p50Nanos
          + " " + p99Nanos;
    }

    static Result ofLine(String line) {
      long[] n = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
      return new Result(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    }

    double tasksPerMilli() {
      return tasks * 1e6 / nanos;
    }

    double cpuNanosPerTask() {
      return (double) cpuNanos / tasks;
    }

    double bytesPerTask() {
      return (double) bytes / tasks;
    }

    double sleepsPerTask() {
      return (double) sleeps / tasks;
    }
  }

  Result play(long millis) throws IOException, InterruptedException {
    ExecutorService pool = kind.open(workers, QUEUE_LENGTH);
    Producer[] all = new Producer[producers];
    long bytesBefore = allocated();
    long sleepsBefore = sleeps();
    long cpuBefore = SYSTEM.getProcessCpuTime();
    long began = System.nanoTime();
    for (int i = 0; i < producers; i++) {
      all[i] = new Producer(pool, began + millis * 1_000_000);
      all[i].start();
    }
    long done = 0;
    for (Producer producer : all) {
      producer.join();
      done += producer.done;
    }
    awaitRan(done);
    long ended = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
    long slept = sleeps() - sleepsBefore + Arrays.stream(all).mapToLong(p -> p.sleeps).sum();
    long bytes = allocated() - bytesBefore + Arrays.stream(all).mapToLong(p -> p.bytes).sum();
    pool.shutdown();
    if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException(kind + " must end within 10 s of its shutdown but did not");
    }
    long[] trips = all[0].trips();
    return new Result(done, ended - began, cpu, bytes, slept, at(trips, 0.5), at(trips, 0.99));
  }

  private void awaitRan(long tasks) {
    long beganNanos = System.nanoTime();
    while (load.counted() && ran.sum() < tasks) {
      if (System.nanoTime() - beganNanos > PATIENCE_NANOS) {
        throw new IllegalStateException(kind + " ran " + ran.sum() + " tasks of " + tasks);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static long at(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))];
  }

  /** What the threads that live now have allocated. */
  private static long allocated() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  /** How often the threads that live now have gone to sleep; 0 where the system does not tell. */
  private static long sleeps() throws IOException {
    Path threads = Path.of("/proc/self/task");
    if (!Files.isDirectory(threads)) {
      return 0;
    }
    long sum = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        sum += sleeps(thread);
      }
    }
    return sum;
  }

  private static long sleeps(Path thread) {
    try {
      for (String line : Files.readAllLines(thread.resolve("status"))) {
        if (line.startsWith("voluntary_ctxt_switches:")) {
          return Long.parseLong(line.substring(line.indexOf(':') + 1).trim());
        }
      }
    } catch (IOException e) {
      return 0; // it has ended
    }
    return 0;
  }

  /** A thread that hands over tasks until the time is over, and waits for the last one. */
  private final class Producer extends Thread {

    private final ExecutorService pool;
    private final long endNanos;
    private final Semaphore room = new Semaphore(BATCHES);
    private final long[] tripNanos = new long[load == Load.ROUND_TRIP ? ROUND_TRIPS_KEPT : 0];
    private volatile long done;
    private volatile long bytes;
    private volatile long sleeps;

    private Producer(ExecutorService pool, long endNanos) {
      this.pool = pool;
      this.endNanos = endNanos;
    }

    @Override
    public void run() {
      long bytesBefore = THREADS.getThreadAllocatedBytes(threadId(this));
      try {
        done = load == Load.ROUND_TRIP ? roundTrips() : batches();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
      bytes = THREADS.getThreadAllocatedBytes(threadId(this)) - bytesBefore;
      sleeps = DispatchTurn.sleeps(Path.of("/proc/thread-self"));
    }

    @SuppressWarnings("deprecation") // threadId() came with 19
    private static long threadId(Thread thread) {
      return thread.getId();
    }

    private long batches() {
      int batch = load.inFlightMax() / BATCHES;
      Runnable last =
          () -> {
            tasks[tasks.length - 1].run();
            room.release();
          };
      long count = 0;
      int next = 0;
      while (System.nanoTime() - endNanos < 0) {
        room.acquireUninterruptibly();
        for (int i = 1; i < batch; i++) {
          pool.execute(tasks[next]);
          next = next + 1 == tasks.length ? 0 : next + 1;
        }
        pool.execute(last);
        next = 0;
        count += batch;
      }
      room.acquireUninterruptibly(BATCHES);
      return count;
    }

    private long roundTrips() throws InterruptedException, ExecutionException {
      int count = 0;
      long before = System.nanoTime();
      while (before - endNanos < 0) {
        pool.submit(tasks[0]).get();
        long now = System.nanoTime();
        tripNanos[count & (ROUND_TRIPS_KEPT - 1)] = now - before;
        count++;
        before = now;
      }
      return count;
    }

    /** The times of the round trips, the shortest first. */
    private long[] trips() {
      long[] kept = Arrays.copyOf(tripNanos, (int) Math.min(done, tripNanos.length));
      Arrays.sort(kept);
      return kept;
    }
  }
}
