/**
 * The executor: a pool of workers that measures itself and can be resized while it runs.
 *
 * <p>Start reading at {@link dev.flyball.pool.AdaptivePool}. {@code TaskQueue} and {@code
 * IdleStack} are its two structures, {@code Worker} its thread, {@link dev.flyball.pool.Rejection}
 * what happens to a task that it cannot take.
 *
 * <p>What may never be here: a decision on the number of workers; that is a policy's.
 */
@NullMarked
package dev.flyball.pool;

import org.jspecify.annotations.NullMarked;
