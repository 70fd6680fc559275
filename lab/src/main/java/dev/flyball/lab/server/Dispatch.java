package dev.flyball.lab.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** The way of a request from the socket to the pool under test. */
public sealed interface Dispatch {

  /**
   * The pool is the connector's executor: reading, parsing, work and answering of a request are one
   * task of it. The pool does not learn kinds. Two things to know when counting its tasks: a
   * connection that ends costs a task too, and a request that is already there when its
   * predecessor's answer is out runs in the same task. A pool that rejects makes Tomcat close the
   * connection without an answer.
   */
  static Dispatch connector(Executor pool) {
    return new Connector(pool);
  }

  /**
   * Threads of the server's own read and parse, and hand the work with its kind to the pool; a
   * rejection is answered with 503.
   */
  static Dispatch receiver(KindDispatcher pool) {
    return new Receiver(pool);
  }

  /** The pool as the connector's executor. */
  record Connector(Executor pool) implements Dispatch {}

  /** The pool behind a receiver. */
  record Receiver(KindDispatcher pool) implements Dispatch {}

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
}
