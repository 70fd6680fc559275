/**
 * Netflix concurrency-limits: its limiters enforce a limit that is governed.
 *
 * <p>Start with {@link dev.flyball.adapters.netflix.GovernedLimit}.
 */
@NullMarked
package dev.flyball.adapters.netflix;

import org.jspecify.annotations.NullMarked;
