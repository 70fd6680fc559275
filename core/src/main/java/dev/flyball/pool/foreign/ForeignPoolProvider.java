package dev.flyball.pool.foreign;

import java.util.Optional;

/** Knows the pools of a library. Providers are found by {@link java.util.ServiceLoader}. */
public interface ForeignPoolProvider {

  /**
   * The adapter of a pool; empty where this provider does not know its type. Nothing is changed of
   * the pool before it is resized for the first time, but for what reading it needs.
   *
   * @throws IllegalArgumentException when it knows the type, and such a pool cannot be governed;
   *     the message says why, and what to do instead
   */
  Optional<ForeignPool> adopt(Object pool);
}
