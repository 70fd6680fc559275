/** The list of all policies, including those of other jars, and policies as text. */
@NullMarked
package dev.flyball.policy.catalogue;

import org.jspecify.annotations.NullMarked;
