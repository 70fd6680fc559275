/**
 * Rules for who gets in that others use, small enough to be written down here: contenders of a
 * goodput race, and what its oracle may choose from.
 */
@NullMarked
package dev.flyball.sim.race.shedding;

import org.jspecify.annotations.NullMarked;
