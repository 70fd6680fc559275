/** Open Liberty's climber, which keeps a distribution of throughput per size. */
@NullMarked
package dev.flyball.policies.climb.distribution;

import org.jspecify.annotations.NullMarked;
