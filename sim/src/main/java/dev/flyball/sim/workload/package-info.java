/**
 * What comes in, and how long it takes: arrival patterns and distributions of times, each a pure
 * function of a seed.
 *
 * <p>Start reading at {@link dev.flyball.sim.workload.Arrivals} and {@link
 * dev.flyball.sim.workload.TimeDistribution}. What may never be here: a clock, a thread, randomness
 * other than {@link dev.flyball.base.Dice}.
 */
@NullMarked
package dev.flyball.sim.workload;

import org.jspecify.annotations.NullMarked;
