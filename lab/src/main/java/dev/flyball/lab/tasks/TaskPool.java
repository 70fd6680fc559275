package dev.flyball.lab.tasks;

import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** A pool that a benchmark has opened: takes tasks, and says how many threads it has. */
interface TaskPool extends AutoCloseable {

  void execute(Runnable task);

  /** Threads that exist now; empty where they cannot be counted. */
  OptionalInt threads();

  /** Threads started so far; empty where they cannot be counted. */
  OptionalInt started();

  /** The number of threads that a policy wants now; empty where there is none. */
  OptionalInt asked();

  /** How long closing waits for the threads to end, in seconds. */
  long SECONDS_TO_END = 5;

  /**
   * Ends the pool: what waits is not run, what runs is interrupted, and its threads are waited for,
   * so that they are not there any more when the next pool is measured.
   */
  @Override
  void close();

  /** Waits a while for a service that is shut down; an interrupt ends the wait. */
  static void awaitEnd(ExecutorService service) {
    try {
      service.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
