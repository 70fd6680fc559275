/**
 * The runtime: a data-flow program's stages on real threads, measured and resized while they run.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.pipeline.Pipeline}; how records pass from stage
 * to stage is told at {@code StageQueue}. What may never be here: a decision how many threads a
 * stage should have.
 */
@NullMarked
package dev.flyball.dataflow.pipeline;

import org.jspecify.annotations.NullMarked;
