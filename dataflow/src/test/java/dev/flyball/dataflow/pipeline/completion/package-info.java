/** Tests of what sources are told. */
@NullMarked
package dev.flyball.dataflow.pipeline.completion;

import org.jspecify.annotations.NullMarked;
