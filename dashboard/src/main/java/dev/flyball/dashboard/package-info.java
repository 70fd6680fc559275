/**
 * A page on which the pools of a program are watched, understood and overruled while it runs.
 *
 * <p>Start reading at {@link dev.flyball.dashboard.Dashboard}, then {@code Sampler}, which looks at
 * all pools and writes one frame for all who watch, and {@code EventStream}, which hands it to one
 * of them. The page itself lies in the resources, as plain modules that the browser reads as they
 * are.
 *
 * <p>Nothing here may depend on a library: any program can have a dashboard with one call.
 */
@NullMarked
package dev.flyball.dashboard;

import org.jspecify.annotations.NullMarked;
