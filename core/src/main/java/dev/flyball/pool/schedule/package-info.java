/**
 * The inside of scheduled pools: tasks that are due later, and the timer that hands them over.
 *
 * <p>Start reading at {@link dev.flyball.pool.schedule.Schedule}.
 *
 * <p>What may never be here: a thread that runs tasks. Not exported.
 */
@NullMarked
package dev.flyball.pool.schedule;

import org.jspecify.annotations.NullMarked;
