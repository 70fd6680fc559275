package dev.flyball.lab.tasks;

import java.util.OptionalInt;

/** A pool that a benchmark has opened: takes tasks, and says how many threads it has. */
interface TaskPool extends AutoCloseable {

  void execute(Runnable task);

  /** Threads that exist now; empty where they cannot be counted. */
  OptionalInt threads();

  /** Threads started so far; empty where they cannot be counted. */
  OptionalInt started();

  /** The number of threads that a policy wants now; empty where there is none. */
  OptionalInt asked();

  /** Ends the pool: what waits is not run, what runs is interrupted. */
  @Override
  void close();
}
