package dev.flyball.bench.dispatch;

import dev.flyball.bench.PoolKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The two halves of the cost of an empty task, one after the other: to hand it over while the only
 * worker is held up, and to run it once all are handed over. Nothing else of the process computes
 * meanwhile, and a tenth of many short turns is undisturbed on a busy machine too. What it leaves
 * out is what two processors cost each other.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.dispatch.AdmissionSteps KIND [TURNS]
 * </pre>
 */
public final class AdmissionSteps {

  private static final int TASKS = 2_000;
  private static final int QUEUE_LENGTH = 8192;
  private static final int TURNS = 6_000;
  private static final int TURNS_OF_A_POOL = 500;
  private static final int TURNS_TO_START = 4;

  private final PoolKind kind;
  private final Runnable empty = Load.EMPTY.tasks(0)[0];
  private final Semaphore held = new Semaphore(0);
  private final Semaphore free = new Semaphore(0);
  private final Semaphore done = new Semaphore(0);
  private volatile long beganNanos;
  private volatile long endedNanos;

  private AdmissionSteps(PoolKind kind) {
    this.kind = kind;
  }

  /**
   * Measures one kind of pool, and prints the first tenth and the median.
   *
   * @param args the kind, and how many turns, a multiple of a thousand; half are for warming up
   */
  public static void main(String[] args) throws InterruptedException {
    int turns = args.length > 1 ? Integer.parseInt(args[1]) : TURNS;
    new AdmissionSteps(PoolKind.valueOf(args[0])).run(turns);
  }

  private void run(int turns) throws InterruptedException {
    double[] handing = new double[turns];
    double[] running = new double[turns];
    int kept = 0;
    for (int turn = 0; turn < turns; turn += TURNS_OF_A_POOL) {
      ExecutorService pool = kind.open(1, QUEUE_LENGTH);
      for (int i = 0; i < TURNS_OF_A_POOL; i++) {
        double nanos = handOver(pool);
        if (turn >= turns / 2 && i >= TURNS_TO_START) {
          handing[kept] = nanos / TASKS;
          running[kept++] = (double) (endedNanos - beganNanos) / TASKS;
        }
      }
      pool.shutdown();
      if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException(kind + " must end within 10 s but did not");
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-20s to hand over %s, to run %s%n",
        kind,
        text(Arrays.copyOf(handing, kept)),
        text(Arrays.copyOf(running, kept)));
  }

  /** Has the worker run so many tasks, and returns how long it took to hand them over. */
  private long handOver(ExecutorService pool) {
    pool.execute(() -> {
      held.release();
      free.acquireUninterruptibly();
      beganNanos = System.nanoTime();
    });
    held.acquireUninterruptibly();
    long before = System.nanoTime();
    for (int i = 0; i < TASKS; i++) {
      pool.execute(empty);
    }
    long nanos = System.nanoTime() - before;
    pool.execute(() -> {
      endedNanos = System.nanoTime();
      done.release();
    });
    free.release();
    done.acquireUninterruptibly();
    return nanos;
  }

  private static String text(double[] nanos) {
    Arrays.sort(nanos);
    return String.format(
        Locale.ROOT, "%.1f ns (median %.1f)", nanos[nanos.length / 10], nanos[nanos.length / 2]);
  }
}
