/**
 * Time made virtual: a scenario is run, event by event, with the shipped policies in charge.
 *
 * <p>Start reading at {@link dev.flyball.sim.VirtualBench}. What may never be here: a clock of the
 * machine, a thread, randomness other than {@link dev.flyball.base.Dice}, a file. Same scenario,
 * same seed, same contender: same bytes, on every machine and JDK.
 */
@NullMarked
package dev.flyball.sim;

import org.jspecify.annotations.NullMarked;
