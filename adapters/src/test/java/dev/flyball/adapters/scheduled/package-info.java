/** Libraries that schedule, on a {@link dev.flyball.pool.ScheduledPool} in place of the JDK's. */
@NullMarked
package dev.flyball.adapters.scheduled;

import org.jspecify.annotations.NullMarked;
