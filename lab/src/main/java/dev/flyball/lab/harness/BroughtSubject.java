package dev.flyball.lab.harness;

import dev.flyball.control.Governor;
import dev.flyball.measure.AdmissionCount;
import dev.flyball.measure.ArrivalMeter;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.KindProfile;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.measure.MeterSum;
import dev.flyball.measure.RunQueueWait;
import dev.flyball.measure.SnapshotDiff;
import dev.flyball.measure.WindowReader;
import dev.flyball.measure.WorkerMeter;
import dev.flyball.policy.Observation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A foreign pool, measured from outside by the meters that {@link dev.flyball.pool.AdaptivePool}
 * has inside.
 *
 * <p>Arrivals are counted where tasks are handed over. Starts and ends are counted by a meter of
 * each thread. A worker's life lasts from the moment the pool asks for its thread until that thread
 * ends. A task that fails goes to the thread's handler of uncaught exceptions and leaves the thread
 * alive, as it does in an adaptive pool: how tasks fail is no part of a comparison of sizes.
 * Processor time and run-queue wait are not measured, since no decision here uses them.
 *
 * <p>Safe for any number of threads. This object's monitor guards arrivals and the list of live
 * workers. It is held while a task is handed to the pool, so a pool that runs tasks on the caller's
 * thread has no place here.
 */
public final class BroughtSubject implements Subject {

  private static final KindProfile ANY_KIND = new KindProfile("any");

  private final String name;
  private final ExecutorService pool;
  private final int workersTarget;
  private final Consumer<Thread> prepare;
  private final MeterSnapshot beginning;

  // Guarded by this.
  private final ArrivalMeter arrivals = new ArrivalMeter();
  private final Set<Worker> alive = new LinkedHashSet<>();
  private final MeterSum departed = new MeterSum();
  private long rejected;
  private int workersMax;
  private long workerNanos;
  private long changedNanos = System.nanoTime();

  /**
   * @param name what decides its size, as tables name it
   * @param workersTarget the size that figures are to show as asked for
   * @param prepare is given each thread before it starts
   * @param making makes the pool, given what makes its threads
   */
  public BroughtSubject(
      String name,
      int workersTarget,
      Consumer<Thread> prepare,
      Function<ThreadFactory, ExecutorService> making) {
    this.name = name;
    this.workersTarget = workersTarget;
    this.prepare = prepare;
    this.pool = making.apply(Worker::new);
    this.beginning = totals();
  }

  /** A thread of the pool, with the meter that it alone writes to. */
  private final class Worker extends Thread {
    private final WorkerMeter meter = new WorkerMeter();

    Worker(Runnable loop) {
      super(loop, "flyball-bench-worker");
      setDaemon(true);
      prepare.accept(this);
      came(this);
    }

    @Override
    public void run() {
      try {
        super.run();
      } finally {
        left(this);
      }
    }
  }

  private synchronized void came(Worker worker) {
    passTime();
    alive.add(worker);
    workersMax = Math.max(workersMax, alive.size());
  }

  private synchronized void left(Worker worker) {
    passTime();
    alive.remove(worker);
    worker.meter.addTo(departed);
  }

  private void passTime() {
    long now = System.nanoTime();
    workerNanos += alive.size() * (now - changedNanos);
    changedNanos = now;
  }

  @Override
  public String name() {
    return name;
  }

  // ---- Tasks

  /** One at a time, so that a thread that sees a task start also finds it among the arrivals. */
  @Override
  public synchronized void execute(String kind, Runnable work) {
    long arrivalNanos = System.nanoTime();
    try {
      pool.execute(() -> run(work, arrivalNanos));
    } catch (RejectedExecutionException full) {
      rejected++;
      throw full;
    } catch (OutOfMemoryError noThread) { // what starting a thread says when there are too many
      passTime();
      alive.removeIf(worker -> worker.getState() == Thread.State.NEW);
      rejected++;
      throw new RejectedExecutionException("no thread could be started for the task", noThread);
    }
    arrivals.arrived(arrivalNanos, ANY_KIND);
  }

  private void run(Runnable work, long arrivalNanos) {
    Worker worker = (Worker) Thread.currentThread();
    long startNanos = System.nanoTime();
    worker.meter.started(arrivalNanos, startNanos);
    boolean failed = true;
    try {
      work.run();
      failed = false;
    } catch (RuntimeException | Error failure) {
      worker.getUncaughtExceptionHandler().uncaughtException(worker, failure);
    } finally {
      worker.meter.ended(arrivalNanos, startNanos, System.nanoTime(), 0, failed);
    }
  }

  // ---- Size

  @Override
  public void resize(int workers) {
    throw new UnsupportedOperationException("a pool that is brought along sizes itself");
  }

  @Override
  public Optional<Governor> governor() {
    return Optional.empty();
  }

  // ---- Figures

  @Override
  public Observation lifetime() {
    return SnapshotDiff.between(beginning, totals());
  }

  @Override
  public Supplier<Observation> windows() {
    return new WindowReader(host -> totals(), totals());
  }

  /** Workers are read before arrivals, so that no task is seen to start before it arrived. */
  private MeterSnapshot totals() {
    long beganNanos = System.nanoTime();
    MeterSum sum = new MeterSum();
    for (Worker worker : mustered(sum)) {
      worker.meter.addTo(sum);
    }
    return totals(sum, beganNanos);
  }

  /** The live workers; the figures of the others are in the sum. */
  private synchronized List<Worker> mustered(MeterSum sum) {
    sum.add(departed);
    return List.copyOf(alive);
  }

  private synchronized MeterSnapshot totals(MeterSum sum, long beganNanos) {
    passTime();
    return new MeterSnapshot(
        changedNanos,
        changedNanos - beganNanos,
        workersTarget,
        alive.size(),
        workerNanos,
        rejected,
        AdmissionCount.NONE,
        arrivals.copy(),
        sum,
        OptionalLong.empty(),
        RunQueueWait.UNKNOWN,
        HostMeter.read());
  }

  @Override
  public synchronized int workersMax() {
    return workersMax;
  }

  @Override
  public void close() {
    pool.shutdownNow();
    try {
      // Threads that still end would take processors from the next run.
      pool.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
