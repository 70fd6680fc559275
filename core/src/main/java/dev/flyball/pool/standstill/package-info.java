/**
 * The rescue of executors that stand still because their tasks wait for tasks of the same executor
 * in a way that it cannot see: what pools and limiters have in common of it.
 *
 * <p>Start reading at {@link dev.flyball.pool.standstill.Standstill}.
 *
 * <p>What may never be here: how places are lent. Not exported.
 */
@NullMarked
package dev.flyball.pool.standstill;

import org.jspecify.annotations.NullMarked;
