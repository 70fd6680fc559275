/**
 * Races by goodput: what was done in time, beside what could have been. Start reading at {@link
 * dev.flyball.sim.race.goodput.GoodputBoard}.
 */
@NullMarked
package dev.flyball.sim.race.goodput;

import org.jspecify.annotations.NullMarked;
