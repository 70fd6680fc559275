package dev.flyball.pool.foreign;

import java.util.Optional;

/** Knows the pools of a library. Providers are found by {@link java.util.ServiceLoader}. */
public interface ForeignPoolProvider {

  /**
   * The adapter of a pool; empty where this provider does not know its type. Of the pool no more is
   * changed than what reading it needs, such as its thread factory.
   *
   * @throws IllegalArgumentException when it knows the type, and such a pool cannot be governed;
   *     the message says why, and what to do instead
   */
  Optional<ForeignPool> adopt(Object pool);
}
