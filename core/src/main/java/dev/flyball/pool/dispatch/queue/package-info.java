/**
 * The structures through which a pool's tasks go, and what workers and submitters wait by.
 *
 * <p>Start reading at {@link dev.flyball.pool.dispatch.queue.TaskQueue}.
 *
 * <p>What may never be here: a worker, or a rule for who gets in or comes next. Not exported.
 */
@NullMarked
package dev.flyball.pool.dispatch.queue;

import org.jspecify.annotations.NullMarked;
