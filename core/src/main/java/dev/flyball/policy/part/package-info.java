/** The parts of policies: smoothing, staffing, the limit of the processors, sampling. */
@NullMarked
package dev.flyball.policy.part;

import org.jspecify.annotations.NullMarked;
