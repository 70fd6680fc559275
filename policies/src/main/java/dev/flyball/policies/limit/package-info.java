/** Limits that react to latency or loss, as TCP does. */
@NullMarked
package dev.flyball.policies.limit;

import org.jspecify.annotations.NullMarked;
