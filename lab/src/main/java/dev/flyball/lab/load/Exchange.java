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
}
