/** Tests of a governed limit in real limiters. */
@NullMarked
package dev.flyball.adapters.netflix;

import org.jspecify.annotations.NullMarked;
