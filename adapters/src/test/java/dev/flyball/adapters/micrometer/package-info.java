/** Meters in real registries. */
@NullMarked
package dev.flyball.adapters.micrometer;

import org.jspecify.annotations.NullMarked;
