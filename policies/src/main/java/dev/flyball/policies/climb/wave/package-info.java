/** A climber that makes the size swing and reads throughput's answer. */
@NullMarked
package dev.flyball.policies.climb.wave;

import org.jspecify.annotations.NullMarked;
