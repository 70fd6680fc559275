package dev.flyball.lab.load;

import org.jspecify.annotations.Nullable;

/**
 * One request on its way: from the moment its time has come to its end. For the event loop thread
 * only.
 */
final class Exchange {

  /** The client number of requests of an open loop, which belong to no client. */
  static final int NO_CLIENT = -1;

  private final long dueNanos;
  private final int kind;
  private final int client;
  private @Nullable Connection connection;
  private boolean ended;

  /**
   * @param dueNanos the intended send time, since the start of the load
   * @param client the client of a closed loop that waits for it
   */
  Exchange(long dueNanos, int kind, int client) {
    this.dueNanos = dueNanos;
    this.kind = kind;
    this.client = client;
  }

  long dueNanos() {
    return dueNanos;
  }

  int kind() {
    return kind;
  }

  int client() {
    return client;
  }

  /** The connection it went out on; none while it waits for one. */
  @Nullable Connection connection() {
    return connection;
  }

  void sentOn(Connection carrier) {
    connection = carrier;
  }

  boolean hasEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** The outcome of a request: exactly one of these for every request that ended. */
  enum Outcome {
    /** A whole response with a status below 400. */
    COMPLETED,
    /** A response with status 503: the server would not take it. */
    REJECTED,
    /** A response with another status from 400 to 499. */
    CLIENT_ERROR,
    /** A response with another status of 500 or above. */
    SERVER_ERROR,
    /** No connection could be made for it. */
    UNCONNECTED,
    /** Its connection ended, or spoke no HTTP, before the response was whole. */
    BROKEN,
    /** No whole response within the time-out, or before the drain time-out. */
    TIMED_OUT;

    static Outcome of(int status) {
      if (status < 400) {
        return COMPLETED;
      }
      if (status == 503) {
        return REJECTED;
      }
      return status < 500 ? CLIENT_ERROR : SERVER_ERROR;
    }

    /** Whether the server gave a whole response, of whatever status. */
    boolean answered() {
      return switch (this) {
        case COMPLETED, REJECTED, CLIENT_ERROR, SERVER_ERROR -> true;
        case UNCONNECTED, BROKEN, TIMED_OUT -> false;
      };
    }
  }
}
