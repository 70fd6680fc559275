/**
 * The contract of sizing policies: immutable values that take an {@link
 * dev.flyball.policy.Observation} and return an {@link dev.flyball.policy.Advice}.
 *
 * <p>Start reading at {@link dev.flyball.policy.SizingPolicy}, then {@link
 * dev.flyball.policy.Observation}, then any one policy. {@code policy.standard} holds the default
 * policy, {@code policy.guard} the wrappers for any policy, {@code policy.part} the parts of
 * policies, {@code policy.spec} their names and parameters, and {@code policy.catalogue} the list
 * of all policies. The published policies are in a module of their own.
 *
 * <p>What may never be here or below: a clock, a thread, a lock, randomness, input or output,
 * iteration over a hash map. The same observations give the same advice, to the byte, on every
 * machine; that is why arithmetic uses {@link StrictMath}.
 */
@NullMarked
package dev.flyball.policy;

import org.jspecify.annotations.NullMarked;
