/** Tests of the meter of event loops, on loops that a test turns by hand. */
@NullMarked
package dev.flyball.adapters.eventloop;

import org.jspecify.annotations.NullMarked;
