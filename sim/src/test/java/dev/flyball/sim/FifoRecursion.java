package dev.flyball.sim;

import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Source;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * The schedule of a pool of tasks that only wait, worked out without events: each task starts when
 * it has arrived and the next worker is free (Kiefer and Wolfowitz's recursion for G/G/c).
 *
 * <p>It shares with the bench what a task is, and nothing of how a run is made.
 */
final class FifoRecursion {

  private final PriorityQueue<Long> freeFromNanos = new PriorityQueue<>();
  private final Deque<Long> startsNanos = new ArrayDeque<>();
  private final long[] times = new long[16];
  long completed;
  long failed;
  long rejected;
  long waitNanosSum;
  long serviceNanosSum;
  long responseNanosSum;
  long endNanos;

  /** Works off all tasks of a pool with one open phase and a fixed size. */
  static FifoRecursion of(Pool pool, int workers, long lengthNanos, long runSeed) {
    FifoRecursion recursion = new FifoRecursion();
    for (int worker = 0; worker < workers; worker++) {
      recursion.freeFromNanos.add(0L);
    }
    recursion.endNanos = lengthNanos;
    Source.Open open = (Source.Open) pool.phases().get(0).source();
    LongSupplier arrivals = open.arrivals().times(Streams.arrivals(runSeed, 0, 0));
    TaskDice dice = new TaskDice(pool, Streams.tasks(runSeed, 0));
    for (long at = arrivals.getAsLong(); at < lengthNanos; at = arrivals.getAsLong()) {
      recursion.arrive(pool, dice, at);
    }
    return recursion;
  }

  private void arrive(Pool pool, TaskDice dice, long atNanos) {
    int kind = dice.nextKind();
    dice.drawTimes(kind, times, 0);
    boolean fails = dice.fails(kind);
    long serviceNanos = 0;
    for (int step = 0; step < pool.kinds().get(kind).steps().size(); step++) {
      serviceNanos += times[step];
    }
    while (!startsNanos.isEmpty() && startsNanos.peekFirst() <= atNanos) {
      startsNanos.removeFirst();
    }
    boolean free = freeFromNanos.element() <= atNanos;
    if (!free && startsNanos.size() >= pool.queueCapacity()) {
      rejected++;
      return;
    }
    serve(atNanos, serviceNanos);
    failed += fails ? 1 : 0;
  }

  private void serve(long atNanos, long serviceNanos) {
    long start = Math.max(atNanos, freeFromNanos.remove());
    long end = start + serviceNanos;
    startsNanos.addLast(start);
    freeFromNanos.add(end);
    completed++;
    waitNanosSum += start - atNanos;
    serviceNanosSum += serviceNanos;
    responseNanosSum += end - atNanos;
    endNanos = Math.max(endNanos, end);
  }
}
