/**
 * A page that shows the pools of a running program, explains their decisions, and can overrule
 * them.
 *
 * <p>Start reading at {@link dev.flyball.dashboard.Dashboard}, then {@code Sampler}, which polls
 * all pools and writes one frame for all viewers, and {@code EventStream}, which sends it to one of
 * them. The page itself is in the resources, as plain modules that the browser reads unchanged.
 *
 * <p>Nothing here may depend on a library: any program can have a dashboard with one call.
 */
@NullMarked
package dev.flyball.dashboard;

import org.jspecify.annotations.NullMarked;
