/**
 * Jetty's own threads, governed where they stand ({@link dev.flyball.adapters.jetty.JettyPools});
 * and Jetty on a pool: its requests run in the pool, its acceptors and selectors beside it.
 *
 * <p>Nothing of requests' admission is here: that is {@code adapters.servlet}. Start with {@link
 * dev.flyball.adapters.jetty.PoolHandler}.
 */
@NullMarked
package dev.flyball.adapters.jetty;

import org.jspecify.annotations.NullMarked;
