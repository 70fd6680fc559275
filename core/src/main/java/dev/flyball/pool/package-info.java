/**
 * The executor: a pool of workers that measures itself and can be resized while it runs; its twin
 * for virtual threads, a limiter; and permits, a semaphore of the same kind.
 *
 * <p>Start reading at {@link dev.flyball.pool.AdaptivePool}. {@code TaskQueue} and {@code
 * IdleStack} are its two structures, {@code Worker} its thread, {@link dev.flyball.pool.Rejection}
 * what happens to a task that it cannot take. The limiter begins at {@link
 * dev.flyball.pool.Limiter} and {@code Admission}, the permits at {@link dev.flyball.pool.Permits}.
 *
 * <p>What may never be here: a decision on the number of workers; that is a policy's.
 */
@NullMarked
package dev.flyball.pool;

import org.jspecify.annotations.NullMarked;
