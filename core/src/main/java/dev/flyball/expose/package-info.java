/**
 * Pools and governors over JMX and in the flight recorder.
 *
 * <p>Start reading at {@link dev.flyball.expose.PoolMXBean}. Every figure here is also in an
 * observation.
 */
@NullMarked
package dev.flyball.expose;

import org.jspecify.annotations.NullMarked;
