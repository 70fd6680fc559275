/**
 * The inside of permits: the threads that wait for a permit, those that hold one, and the meters of
 * both.
 *
 * <p>Start reading at {@link dev.flyball.pool.permit.PermitQueue}.
 *
 * <p>What may never be here: a decision on the number of permits; that is a policy's. Not exported.
 */
@NullMarked
package dev.flyball.pool.permit;

import org.jspecify.annotations.NullMarked;
