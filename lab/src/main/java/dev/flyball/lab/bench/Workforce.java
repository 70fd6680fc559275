package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The executor of one pool's tasks on the real bench, with its counts.
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

  /** The governor that sizes it, if there is one. */
  Optional<Governor> governor();

  /** Interrupts what runs, drops what waits; returns at once. */
  @Override
  void close();
}
