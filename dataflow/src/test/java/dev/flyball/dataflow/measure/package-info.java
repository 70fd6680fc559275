/** Tests of {@code dev.flyball.dataflow.measure}. */
@NullMarked
package dev.flyball.dataflow.measure;

import org.jspecify.annotations.NullMarked;
