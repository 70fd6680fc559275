/**
 * Sizing policies: immutable values that are given an {@link dev.flyball.policy.Observation} and
 * return an {@link dev.flyball.policy.Advice}.
 *
 * <p>Start reading at {@link dev.flyball.policy.SizingPolicy}, then {@link
 * dev.flyball.policy.Observation}, then any one policy; {@link dev.flyball.policy.Policies} is the
 * catalogue of them all.
 *
 * <p>What may never be here: a clock, a thread, a lock, randomness, input or output, iteration over
 * a hash map. The same observations give the same advice, to the byte, on every machine; that is
 * why arithmetic uses {@link StrictMath}. This package depends on nothing else of Flyball.
 */
@NullMarked
package dev.flyball.policy;

import org.jspecify.annotations.NullMarked;
