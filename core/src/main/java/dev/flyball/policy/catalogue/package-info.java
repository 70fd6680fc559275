/** The list of all policies, those of other jars included, and policies as text. */
@NullMarked
package dev.flyball.policy.catalogue;

import org.jspecify.annotations.NullMarked;
