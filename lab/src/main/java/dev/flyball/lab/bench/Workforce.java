package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What runs the tasks of one pool on the real bench, and counts what it does.
 *
 * <p>Tasks may come from any thread.
 */
interface Workforce extends AutoCloseable {

  /**
   * Runs something once.
   *
   * @throws java.util.concurrent.RejectedExecutionException when there is no room
   */
  void execute(String kind, Runnable work);

  /** Asks for a size. */
  void resize(int workers);

  /** What happened since it was made. */
  Observation lifetime();

  /** Begins windows of the caller's own; the first begins now. */
  Supplier<Observation> windows();

  /** The most workers alive at once. */
  int workersMax();

  /** Who sizes it, should it be a governor. */
  Optional<Governor> governor();

  /** Interrupts what runs, drops what waits; returns at once. */
  @Override
  void close();
}
