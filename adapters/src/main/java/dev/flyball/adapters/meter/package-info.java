/**
 * What is metered of a target: one list for every library of meters.
 *
 * <p>No library may be named here; its own package maps the list to its kinds, units and names.
 * Start with {@link dev.flyball.adapters.meter.FlyballMeters}.
 */
@NullMarked
package dev.flyball.adapters.meter;

import org.jspecify.annotations.NullMarked;
