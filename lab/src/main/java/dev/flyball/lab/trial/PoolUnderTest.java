package dev.flyball.lab.trial;

import dev.flyball.control.Decision;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** A pool of workers as a trial needs it: it takes work of a kind and can be measured. */
public interface PoolUnderTest extends AutoCloseable {

  /** What decides its size, as tables name it. */
  String policy();

  /**
   * Takes work of a kind, to be run once on a worker.
   *
   * @throws RejectedExecutionException when it will not take it
   */
  void dispatch(String kind, Runnable work);

  /** The pool as an executor that does not learn kinds. */
  Executor executor();

  /** What it is like now, averages since the last sample. */
  PoolSample sample();

  /** What it has been like since it was made. */
  PoolOutcome outcome();

  /** The decisions on its size that are still remembered, oldest first. */
  List<Decision> decisions();

  /** Interrupts what runs, drops what waits, ends the workers; returns at once. */
  @Override
  void close();
}
