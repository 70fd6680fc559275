/** A climber that compares sizes in pairs of windows. */
@NullMarked
package dev.flyball.policies.climb.paired;

import org.jspecify.annotations.NullMarked;
