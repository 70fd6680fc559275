/**
 * Undertow's worker threads, governed where they stand.
 *
 * <p>Start with {@link dev.flyball.adapters.undertow.UndertowPools}.
 */
@NullMarked
package dev.flyball.adapters.undertow;

import org.jspecify.annotations.NullMarked;
