package dev.flyball.lab.database;

/**
 * Clients at work on a database, from the moment it is made until it is closed: a fixed number of
 * connections, on each of which one transaction follows the other without a pause.
 */
public interface DatabaseLoad extends AutoCloseable {

  /** What happened since the last reading, or since the start. */
  LoadReading reading();

  /** Lets the clients do something else from now on. */
  void switchTo(Profile next);

  /** Ends the clients; returns when they are gone. */
  @Override
  void close();
}
