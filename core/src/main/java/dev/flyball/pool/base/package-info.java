/**
 * The common parts of pools, limiters and permits below their public types: the life cycle, the
 * sink that takes tasks, futures and their owners, the count of slots, logs and alarms that throw
 * nothing.
 *
 * <p>Start reading at {@link dev.flyball.pool.base.Lifecycle}.
 *
 * <p>What may never be here: what only one of the three needs. Not exported.
 */
@NullMarked
package dev.flyball.pool.base;

import org.jspecify.annotations.NullMarked;
