/**
 * What the adapters of several libraries share.
 *
 * <p>No library may be named here. Start with {@link dev.flyball.adapters.base.NamedThreads}.
 */
@NullMarked
package dev.flyball.adapters.base;

import org.jspecify.annotations.NullMarked;
