/** How a policy is named, what can be set about it, and how its values are written. */
@NullMarked
package dev.flyball.policy.spec;

import org.jspecify.annotations.NullMarked;
