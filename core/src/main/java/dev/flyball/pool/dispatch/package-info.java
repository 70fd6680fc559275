/**
 * The inside of a pool: brings the tasks and the workers together.
 *
 * <p>Start reading at {@link dev.flyball.pool.dispatch.Dispatcher}. Tasks come in by {@code
 * SubmissionQueue} and go out by {@code WorkSource}; {@code Worker} runs them; {@code
 * WorkerRegistry} is the rule by which a worker is called or hired. The structures are in {@code
 * queue}.
 *
 * <p>What may never be here: a decision on the number of workers; that is a policy's. Not exported.
 */
@NullMarked
package dev.flyball.pool.dispatch;

import org.jspecify.annotations.NullMarked;
