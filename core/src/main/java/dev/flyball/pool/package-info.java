/**
 * The executor: a pool of workers that measures itself and can be resized while it runs; its twin
 * for virtual threads, a limiter; and permits, a semaphore of the same kind.
 *
 * <p>Start reading at {@link dev.flyball.pool.AdaptivePool}, {@link dev.flyball.pool.Limiter} or
 * {@link dev.flyball.pool.Permits}; {@link dev.flyball.pool.Rejection} is what happens to a task
 * that cannot be taken. Here is what users name and what binds it to its governor. How the three
 * work is in packages that are not exported: {@code dispatch} for the pool, {@code admit} for the
 * limiter, {@code permit} for the permits, {@code schedule} for scheduled pools, and {@code base}
 * for what they share.
 *
 * <p>What may never be here: a decision on the number of workers; that is a policy's.
 */
@NullMarked
package dev.flyball.pool;

import org.jspecify.annotations.NullMarked;
