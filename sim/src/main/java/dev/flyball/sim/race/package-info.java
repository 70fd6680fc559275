/**
 * Policies side by side: the race, the oracle on top, the score, the board.
 *
 * <p>Start reading at {@code Race}. What may never be here: a way to run a scenario; that is {@link
 * dev.flyball.sim.VirtualBench}.
 */
@NullMarked
package dev.flyball.sim.race;

import org.jspecify.annotations.NullMarked;
