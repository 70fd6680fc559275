@NullMarked
package dev.flyball.sim.race.goodput;

import org.jspecify.annotations.NullMarked;
