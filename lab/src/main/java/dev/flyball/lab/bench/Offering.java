package dev.flyball.lab.bench;

/**
 * The source of one pool's tasks, which knows when it has ended.
 *
 * <p>It ends by itself when nothing more will come and all that came has ended.
 */
interface Offering extends AutoCloseable {

  /** Begins to send. */
  void start();

  /** The load as the senders see it, so far. */
  ClientSide seen();

  /** Sends nothing more, and does not wait for running tasks. */
  @Override
  void close();
}
