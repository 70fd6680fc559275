package dev.flyball.lab.harness;

import dev.flyball.control.Governor;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A pool of workers under test, ours or another's: it takes work of a kind, and what it does is
 * observed in the same figures. Safe for any number of threads.
 */
public interface Subject extends AutoCloseable {

  /** What decides its size, as tables name it. */
  String name();

  /**
   * Takes work of a kind, to be run once on a worker.
   *
   * @throws RejectedExecutionException when it will not take it
   */
  void execute(String kind, Runnable work);

  /**
   * Sets the size of a pool that nothing else sizes.
   *
   * @throws UnsupportedOperationException when something else does
   */
  void resize(int workers);

  /** What it has been like since it was made. */
  Observation lifetime();

  /** Windows of its life, one after the other, from now on. */
  Supplier<Observation> windows();

  /** The most workers alive at once. */
  int workersMax();

  /** Who sizes it; nobody where its size is fixed or its own affair. */
  Optional<Governor> governor();

  /** How often its size was changed; unknown where that is its own affair. */
  default Optional<Long> resizes() {
    return governor().map(governor -> governor.journal().changes());
  }

  /** Interrupts what runs, drops what waits, ends the workers. */
  @Override
  void close();
}
