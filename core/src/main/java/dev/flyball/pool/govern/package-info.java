/**
 * What ties a pool, a limiter or permits to its governor: the settings, the control of the size,
 * and what a target's line says of it.
 *
 * <p>Start reading at {@link dev.flyball.pool.govern.SizeControl}.
 *
 * <p>What may never be here: how a target is resized. Not exported.
 */
@NullMarked
package dev.flyball.pool.govern;

import org.jspecify.annotations.NullMarked;
