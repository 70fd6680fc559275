package dev.flyball.dashboard;

import dev.flyball.expose.view.PoolView;
import java.util.Optional;

/** A pool that is watched, wherever it is. */
public interface WatchedPool {

  /** Tells all pools of a place apart, and stays while the pool is there. */
  String id();

  /** What people call it; any text. */
  String name();

  /**
   * What there is to see, in a window that begins where that of the last call ended; empty while
   * there is nothing yet. Called by one thread at a time.
   *
   * @throws RuntimeException when the pool cannot be seen now; the message says why
   */
  Optional<PoolView> view();

  /**
   * The switches of its governor.
   *
   * @throws IllegalStateException when it has no governor
   */
  PoolSwitches switches();
}
