/** Tests of the bench in virtual time: against theory, against its own laws, of what it may use. */
@NullMarked
package dev.flyball.sim;

import org.jspecify.annotations.NullMarked;
