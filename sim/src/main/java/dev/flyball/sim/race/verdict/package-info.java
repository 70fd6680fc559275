/**
 * The verdict on one policy: its rank among the others, the worth of each of its parts, and the
 * influence of its parameters.
 *
 * <p>Start reading at {@code Verdict}; {@code Lineup} lists the contenders. What may never be here:
 * a way to run or to score a run; that is {@link dev.flyball.sim.race}.
 */
@NullMarked
package dev.flyball.sim.race.verdict;

import org.jspecify.annotations.NullMarked;
