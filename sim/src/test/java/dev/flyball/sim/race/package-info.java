/** Tests of the race. */
@NullMarked
package dev.flyball.sim.race;

import org.jspecify.annotations.NullMarked;
