/**
 * The threads of a pipeline that runs, governed: observed, planned, changed.
 *
 * <p>Start reading at {@code PlannedFlow}, which decides and is a pure value: no clock, no thread,
 * no chance. {@link dev.flyball.dataflow.live.FlowGovernor} asks it once per period and applies
 * what it says; whatever needs a thread or a clock stays there.
 */
@NullMarked
package dev.flyball.dataflow.live;

import org.jspecify.annotations.NullMarked;
