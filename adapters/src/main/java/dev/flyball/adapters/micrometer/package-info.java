/**
 * Metrics by Micrometer.
 *
 * <p>Start with {@link dev.flyball.adapters.micrometer.FlyballMetrics}.
 */
@NullMarked
package dev.flyball.adapters.micrometer;

import org.jspecify.annotations.NullMarked;
