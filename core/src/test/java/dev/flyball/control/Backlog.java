package dev.flyball.control;

import dev.flyball.policy.Observation;
import java.util.OptionalDouble;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * A pool with a queue, in steps of a tenth of a second: tasks of 100 ms, of which what stands
 * behind bears so many at a time; with more of them at a time none ends sooner.
 */
public final class Backlog implements Resizable {

  private static final long WINDOW_NANOS = 100_000_000;

  private final IntUnaryOperator arrivals;
  private final IntBinaryOperator ends;
  private final ResizeCost cost;
  public int workers;
  public int window;
  long waiting;
  public int resizes;
  public double waitedSeconds;

  /**
   * A pool with nothing in it.
   *
   * @param arrivals how many tasks come in a window
   * @param ends how many tasks end in a window in which so many run
   */
  public Backlog(int workers, IntUnaryOperator arrivals, IntBinaryOperator ends, ResizeCost cost) {
    this.workers = workers;
    this.arrivals = arrivals;
    this.ends = ends;
    this.cost = cost;
  }

  @Override
  public Observation observe() {
    long start = window * WINDOW_NANOS;
    int came = arrivals.applyAsInt(window);
    long before = waiting;
    int running = (int) Math.min(workers, before + came);
    int ended = ends.applyAsInt(window++, running);
    waiting = before + came - ended;
    long queued = Math.max(0, before + came - running);
    double queuedMean = queued;
    waitedSeconds += queuedMean * WINDOW_NANOS / 1e9;
    long serviceNanos = running * WINDOW_NANOS;
    return Observation.of(start, WINDOW_NANOS)
        .workers(workers)
        .busy(running)
        .queued(queuedMean, queued)
        .arrived(came)
        .started(ended)
        .completed(ended)
        .serviceNanos(serviceNanos)
        .referenceNanos(ended * WINDOW_NANOS, OptionalDouble.empty())
        .responseNanos(serviceNanos)
        .cores(64)
        .build();
  }

  @Override
  public void resize(int wanted) {
    workers = wanted;
    resizes++;
  }

  @Override
  public ResizeCost resizeCost() {
    return cost;
  }
}
