/**
 * The contract of sizing policies: immutable values that are given an {@link
 * dev.flyball.policy.Observation} and return an {@link dev.flyball.policy.Advice}.
 *
 * <p>Start reading at {@link dev.flyball.policy.SizingPolicy}, then {@link
 * dev.flyball.policy.Observation}, then any one policy. The default is in {@code policy.standard},
 * what can be put around any policy in {@code policy.guard}, what policies are made of in {@code
 * policy.part}, how they are named and set in {@code policy.spec}, and the list of them all in
 * {@code policy.catalogue}. The published ones are in a module of their own.
 *
 * <p>What may never be here or below: a clock, a thread, a lock, randomness, input or output,
 * iteration over a hash map. The same observations give the same advice, to the byte, on every
 * machine; that is why arithmetic uses {@link StrictMath}.
 */
@NullMarked
package dev.flyball.policy;

import org.jspecify.annotations.NullMarked;
