package dev.flyball.dashboard;

import java.util.List;

/** A source of pools and governed pipelines: this program, or another one. */
public interface PoolSource extends AutoCloseable {

  /** The display name of the source. */
  String name();

  /**
   * The present pools. Called by one thread at a time, several times a second.
   *
   * @throws RuntimeException when the source cannot be reached now; the message says why
   */
  List<WatchedPool> pools();

  /**
   * The present governed pipelines. Default: none. Called by the same thread, after {@link #pools}.
   *
   * @throws RuntimeException when the source cannot be reached now; the message says why
   */
  default List<WatchedFlow> flows() {
    return List.of();
  }

  /** Disconnects from the source; nothing changes there. */
  @Override
  default void close() {}
}
