/**
 * The governor of a pipeline that runs: observed, asked for, changed.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.live.FlowGovernor}. It asks a {@link
 * dev.flyball.dataflow.policy.FlowPolicy} once per period; whatever needs a thread or a clock is
 * here.
 */
@NullMarked
package dev.flyball.dataflow.live;

import org.jspecify.annotations.NullMarked;
