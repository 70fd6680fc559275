/** Tests of {@code dev.flyball.dataflow.live}. */
@NullMarked
package dev.flyball.dataflow.live;

import org.jspecify.annotations.NullMarked;
