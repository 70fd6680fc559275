@NullMarked
package dev.flyball.sim.race.shedding;

import org.jspecify.annotations.NullMarked;
