package dev.flyball.dashboard;

import java.util.List;
import java.util.Optional;

/** A source of pools and governed pipelines: this program, or another one. */
public interface PoolSource extends AutoCloseable {

  /** The display name of the source. */
  String name();

  /**
   * The program in which the pools are. Default: empty, for it is not one, or not known. Called by
   * the thread that calls {@link #pools}, again after the source could not be reached.
   *
   * @throws RuntimeException when the source cannot be reached now; the message says why
   */
  default Optional<WatchedProgram> program() {
    return Optional.empty();
  }

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
