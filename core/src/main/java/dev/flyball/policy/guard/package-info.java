/** Wrappers for any policy: rescue, the CPU's guard, recall, frames. */
@NullMarked
package dev.flyball.policy.guard;

import org.jspecify.annotations.NullMarked;
