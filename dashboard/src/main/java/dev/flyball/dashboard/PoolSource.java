package dev.flyball.dashboard;

import java.util.List;

/** A place where pools and governed pipelines are: this program, or another one. */
public interface PoolSource extends AutoCloseable {

  /** What people call the place. */
  String name();

  /**
   * The pools that are there now. Called by one thread at a time, several times a second.
   *
   * @throws RuntimeException when the place cannot be reached now; the message says why
   */
  List<WatchedPool> pools();

  /**
   * The governed pipelines that are there now; none unless said. Called by the same thread, after
   * {@link #pools}.
   *
   * @throws RuntimeException when the place cannot be reached now; the message says why
   */
  default List<WatchedFlow> flows() {
    return List.of();
  }

  /** Lets go of the place; nothing changes there. */
  @Override
  default void close() {}
}
