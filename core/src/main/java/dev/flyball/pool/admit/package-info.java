/**
 * The inside of a limiter: lets tasks in and starts each on a thread of its own.
 *
 * <p>Start reading at {@link dev.flyball.pool.admit.AdmissionControl}, then {@code Slots}.
 *
 * <p>What may never be here: a decision on the limit; that is a policy's. Not exported.
 */
@NullMarked
package dev.flyball.pool.admit;

import org.jspecify.annotations.NullMarked;
