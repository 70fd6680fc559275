package dev.flyball.lab.torture;

import dev.flyball.lab.torture.RoundPlan.Pace;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A thread that hands in its share of tasks. */
final class Producer implements Runnable {

  private static final int BURST_MAX = 20;
  private static final long PAUSE_NANOS_MAX = 3_000_000;

  private final RoundPlan plan;
  private final TaskLedger ledger;
  private final Submitter submitter;
  private final BooleanSupplier over;
  private final Random random;

  /**
   * Makes a producer.
   *
   * @param number which of them, from 0
   * @param over whether the executor is at its end, so that no answer may be waited for
   */
  Producer(
      RoundPlan plan, TaskLedger ledger, Submitter submitter, int number, BooleanSupplier over) {
    this.plan = plan;
    this.ledger = ledger;
    this.submitter = submitter;
    this.over = over;
    this.random = new Random(plan.seed() + 31L * number);
  }

  @Override
  public void run() {
    int left = plan.tasksEach();
    int burst = 1 + random.nextInt(BURST_MAX);
    while (left-- > 0) {
      List<TortureTask> handedIn = submitter.handInNext(random);
      if (plan.pace() == Pace.ONE_AT_A_TIME) {
        handedIn.forEach(this::await);
      } else if (plan.pace() == Pace.IN_BURSTS && --burst == 0) {
        burst = 1 + random.nextInt(BURST_MAX);
        rest();
      }
      Thread.interrupted(); // the interrupt has no meaning here
    }
  }

  /** About as long as a worker may be idle, so that it comes to its end as the next task comes. */
  private void rest() {
    double idleNanos = plan.idleMicros() * 1000.0;
    LockSupport.parkNanos(
        (long) Math.min(PAUSE_NANOS_MAX, idleNanos * (0.5 + random.nextDouble())));
  }

  private void await(TortureTask task) {
    Future<?> future = task.future;
    Deadline deadline = new Deadline();
    while (future != null && !future.isDone() && !over.getAsBoolean()) {
      if (!endsSoon(future) && deadline.isOver()) {
        ledger.fault(task + " is stuck");
        return;
      }
    }
  }

  /** Waits a moment; an interrupt means nothing here, and how the task ends is its own affair. */
  private static boolean endsSoon(Future<?> future) {
    try {
      future.get(1, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | InterruptedException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    }
  }

  /**
   * A time limit for any wait: half a minute of looking, far more than any wait should need on a
   * busy machine. Each look takes off a bounded amount only, so a process that was stopped for a
   * while does not report every thread as stuck.
   *
   * <p>For one thread, which looks at least every few milliseconds.
   */
  static final class Deadline {

    private static final long LOOK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    private long leftNanos = TimeUnit.SECONDS.toNanos(30);
    private long lookedNanos = System.nanoTime();

    boolean isOver() {
      long nowNanos = System.nanoTime();
      leftNanos -= Math.min(LOOK_NANOS_MAX, nowNanos - lookedNanos);
      lookedNanos = nowNanos;
      return leftNanos <= 0;
    }
  }
}
