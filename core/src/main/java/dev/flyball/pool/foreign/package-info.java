/**
 * What an adapter writes so that a pool that others own can be governed: how it is read and
 * resized.
 *
 * <p>Start reading at {@link dev.flyball.pool.foreign.ForeignPool}.
 *
 * <p>What may never be here: a pool of any library.
 */
@NullMarked
package dev.flyball.pool.foreign;

import org.jspecify.annotations.NullMarked;
