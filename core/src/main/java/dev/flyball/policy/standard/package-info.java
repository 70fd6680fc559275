/** The default policy, {@link dev.flyball.policy.standard.FlyballPolicy}, and its parts. */
@NullMarked
package dev.flyball.policy.standard;

import org.jspecify.annotations.NullMarked;
