/** Tests of verdicts. */
@NullMarked
package dev.flyball.sim.race.verdict;

import org.jspecify.annotations.NullMarked;
