package dev.flyball.lab.tuning;

import dev.flyball.lab.database.Profile;

/** A server with its tables, ready to be put under one load after the other. */
public interface TestServer extends AutoCloseable {

  /** The server's processors. */
  int cores();

  /** What is measured here, in a line: the server's version and what matters of its settings. */
  String description();

  /** Puts the server under a load, until what is returned is closed. */
  UnderLoad open(Cell cell);

  /** Stops the server and removes its data. */
  @Override
  void close();

  /** A stand whose load ends when it is closed. */
  interface UnderLoad extends LoadedServer, AutoCloseable {

    /**
     * From now on another profile, on a server that waits for the disk: durable commits, and a
     * buffer pool much smaller than the tables. Returns when the server is so.
     */
    void turnIoBound(Profile next);

    @Override
    void close();
  }
}
