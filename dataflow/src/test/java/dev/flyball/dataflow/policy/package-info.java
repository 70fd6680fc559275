/** Tests of {@code dev.flyball.dataflow.policy}. */
@NullMarked
package dev.flyball.dataflow.policy;

import org.jspecify.annotations.NullMarked;
