/**
 * How many threads each stage of a pipeline should have: what a policy sees and says, and the
 * policy that learns the pipeline's network and plans it.
 *
 * <p>Start reading at {@code PlannedFlow}, which decides and is a pure value: no clock, no thread,
 * no chance.
 */
@NullMarked
package dev.flyball.dataflow.policy;

import org.jspecify.annotations.NullMarked;
