/** Climbers: they try sizes and keep what gets more done. */
@NullMarked
package dev.flyball.policies.climb;

import org.jspecify.annotations.NullMarked;
