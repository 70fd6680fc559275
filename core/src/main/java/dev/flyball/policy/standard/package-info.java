/**
 * The default policy, {@link dev.flyball.policy.standard.FlyballPolicy}, and its parts.
 *
 * <p>{@code window} is what it reads in a window, {@code overload} the size at which most is done
 * in time. Here is what it knows of the tasks, and the growth that must pay.
 */
@NullMarked
package dev.flyball.policy.standard;

import org.jspecify.annotations.NullMarked;
