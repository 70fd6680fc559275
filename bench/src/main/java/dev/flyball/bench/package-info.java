/**
 * What we measure on metal: the cost of the hot path with JMH, and the order of memory accesses
 * with jcstress.
 *
 * <p>Start reading at {@code DispatchRace}. What may never be here: code that anything else depends
 * on, or a number that a test asserts.
 */
@NullMarked
package dev.flyball.bench;

import org.jspecify.annotations.NullMarked;
