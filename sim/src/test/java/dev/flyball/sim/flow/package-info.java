/** Tests of data-flow networks in virtual time: against theory, and against their own laws. */
@NullMarked
package dev.flyball.sim.flow;

import org.jspecify.annotations.NullMarked;
