/**
 * How pools that others own are measured: polled, and their counts made into the meters that our
 * own pools have.
 *
 * <p>Start reading at {@link dev.flyball.pool.adopt.PolledMeter}.
 *
 * <p>What may never be here: a library beside the JDK. Not exported.
 */
@NullMarked
package dev.flyball.pool.adopt;

import org.jspecify.annotations.NullMarked;
