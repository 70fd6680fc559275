package dev.flyball.lab.container;

import dev.flyball.pool.AdaptivePool;

/** A running server whose requests run in the pool under test. */
interface ServerOnPool {

  /** The pool. */
  AdaptivePool pool();

  /** Clients of it; the caller closes them. */
  Clients clients();

  /** Ends it: what has begun is answered, and then the pool ends. */
  void stop() throws Exception;
}
