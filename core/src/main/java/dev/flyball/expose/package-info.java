/**
 * A pool and its governor as others see them: over JMX and in the flight recorder.
 *
 * <p>Start reading at {@link dev.flyball.expose.PoolMXBean}. What may never be here: a figure that
 * is not also in an observation.
 */
@NullMarked
package dev.flyball.expose;

import org.jspecify.annotations.NullMarked;
