/**
 * The size at which most is done in time, for tasks that have deadlines.
 *
 * <p>Start reading at {@link dev.flyball.policy.standard.overload.Overload}, the only type that
 * others use. It measures service times by the number of busy workers, and computes from that curve
 * the size that gets most done within the deadline.
 *
 * <p>What may never be here: a size that is found by trial, or the speed of tasks at rest. Not
 * exported.
 */
@NullMarked
package dev.flyball.policy.standard.overload;

import org.jspecify.annotations.NullMarked;
