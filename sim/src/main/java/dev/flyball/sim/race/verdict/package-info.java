/**
 * One policy judged: where it stands against the others, what each of its parts is worth, and how
 * much its parameters matter.
 *
 * <p>Start reading at {@code Verdict}; who takes part is in {@code Lineup}. What may never be here:
 * a way to run or to score a run; that is {@link dev.flyball.sim.race}.
 */
@NullMarked
package dev.flyball.sim.race.verdict;

import org.jspecify.annotations.NullMarked;
