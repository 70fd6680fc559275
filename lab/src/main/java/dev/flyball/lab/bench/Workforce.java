package dev.flyball.lab.bench;

import dev.flyball.control.Governor;
import dev.flyball.measure.MeterSnapshot;
import java.util.Optional;

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

  /** Everything counted so far. */
  MeterSnapshot totals();

  /** The most workers alive at once. */
  int workersMax();

  /** The governor that sizes it, if there is one. */
  Optional<Governor> governor();

  /** Interrupts what runs, drops what waits; returns at once. */
  @Override
  void close();
}
