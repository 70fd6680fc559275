/**
 * Self-tuning concurrency for the JVM: a pool that measures its own work, decides how many workers
 * it should have and why, and resizes itself while it runs.
 *
 * <p>Start reading at {@link dev.flyball.Flyball}. Below it: {@code policy} decides, {@code
 * measure} measures, {@code control} closes the loop, {@code pool} runs the tasks, {@code expose}
 * shows. This package holds the entry point and nothing else.
 */
@NullMarked
package dev.flyball;

import org.jspecify.annotations.NullMarked;
