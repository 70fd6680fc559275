/** Tests of {@code dev.flyball.dataflow.solve}. */
@NullMarked
package dev.flyball.dataflow.solve;

import org.jspecify.annotations.NullMarked;
