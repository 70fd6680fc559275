/**
 * The context of a submitting thread, carried to the thread that runs the task.
 *
 * <p>Start reading at {@link dev.flyball.adapters.context.ContextTasks}. What may never be here: a
 * context of our own; what is carried, the application has registered.
 */
@NullMarked
package dev.flyball.adapters.context;

import org.jspecify.annotations.NullMarked;
