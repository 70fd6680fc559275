/**
 * How a source learns what has become of its records, so that a consumer of a log or of a queue of
 * messages confirms them after they were processed. Knows nothing of pipelines. Start reading at
 * {@link dev.flyball.dataflow.pipeline.completion.LowWaterMark}.
 */
@NullMarked
package dev.flyball.dataflow.pipeline.completion;

import org.jspecify.annotations.NullMarked;
