/**
 * The inside of a pool: brings the tasks and the workers together.
 *
 * <p>Start reading at {@link dev.flyball.pool.dispatch.Dispatcher}. {@code TaskQueue} and {@code
 * IdleStack} are its two structures, {@code Worker} its thread, {@code WorkerRegistry} the rule by
 * which a worker is called or hired.
 *
 * <p>What may never be here: a decision on the number of workers; that is a policy's. Not exported.
 */
@NullMarked
package dev.flyball.pool.dispatch;

import org.jspecify.annotations.NullMarked;
