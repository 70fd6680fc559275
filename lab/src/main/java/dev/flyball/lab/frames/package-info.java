/**
 * A window with an animation, and background tasks that take the processor from it.
 *
 * <p>Start reading at {@link dev.flyball.lab.frames.FrameExperiment}, or at {@link
 * dev.flyball.lab.frames.FrameDemo} for the window to watch. What may never be here: a policy; and
 * nothing here touches the priority of a thread, for what is shown is what the number of workers
 * does.
 */
@NullMarked
package dev.flyball.lab.frames;

import org.jspecify.annotations.NullMarked;
