package dev.flyball.lab.container;

import java.io.IOException;

/** The clients of a server: each asks in a thread of its caller. Safe for any number of threads. */
interface Clients extends AutoCloseable {

  /**
   * Asks once, over a connection that stays open.
   *
   * @throws IOException when the answer is not the expected one
   */
  void ask() throws IOException;

  /**
   * Asks once, over a connection that is made for it and closed by the client after the answer.
   *
   * @throws IOException when the answer is not the expected one
   */
  void askOnce() throws IOException;

  /**
   * Opens connections that are never asked anything.
   *
   * @return closes them, one after the other, in two seconds
   */
  Runnable connect(int connections) throws IOException;

  @Override
  void close();
}
