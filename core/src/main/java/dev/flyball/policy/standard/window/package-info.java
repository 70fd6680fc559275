/**
 * What the default policy reads in a window, and how much of it is chance.
 *
 * <p>Start reading at {@link dev.flyball.policy.standard.window.Stretch}: busy workers, work done,
 * tasks that wait. {@link dev.flyball.policy.standard.window.WorkUnit} is how much work makes one
 * independent sample.
 *
 * <p>What may never be here: a size, or an opinion on what to do. Not exported.
 */
@NullMarked
package dev.flyball.policy.standard.window;

import org.jspecify.annotations.NullMarked;
