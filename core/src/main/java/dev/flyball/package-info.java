/**
 * Self-tuning concurrency for the JVM: a pool that measures what it really does, decides how many
 * workers it should have and why, and resizes itself while it runs.
 *
 * <p>Start reading at {@link dev.flyball.Flyball}. Below it: {@code policy} decides, {@code
 * measure} sees, {@code control} closes the loop, {@code pool} works, {@code expose} shows. What
 * may never be here: anything but the way in.
 */
@NullMarked
package dev.flyball;

import org.jspecify.annotations.NullMarked;
