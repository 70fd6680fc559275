/** Tests of {@code dev.flyball.dataflow.network}. */
@NullMarked
package dev.flyball.dataflow.network;

import org.jspecify.annotations.NullMarked;
