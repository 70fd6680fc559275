package dev.flyball.lab.server;

import java.io.IOException;

/** A request's work on its worker. Safe for use by any number of workers at a time. */
@FunctionalInterface
public interface Work {

  /**
   * Does it, on the calling thread, from beginning to end.
   *
   * @throws InterruptedException when the worker is told to stop; the work is then not finished
   */
  void perform(Reply reply) throws IOException, InterruptedException;
}
