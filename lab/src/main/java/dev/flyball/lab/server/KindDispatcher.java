package dev.flyball.lab.server;

import java.util.concurrent.RejectedExecutionException;

/** A pool that is told of which kind a task is. */
@FunctionalInterface
public interface KindDispatcher {

  /**
   * Takes work of a kind, to be run once on a worker.
   *
   * @throws RejectedExecutionException when it will not take it; the client gets a 503
   */
  void dispatch(String kind, Runnable work);
}
