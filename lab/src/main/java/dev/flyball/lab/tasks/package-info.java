/**
 * The task benchmark: so many tasks of a size and a regularity, given to any executor, and what
 * each of them waited from submit to start; and the experiments made with it.
 *
 * <p>Start reading at {@link dev.flyball.lab.tasks.TaskBench}, then at {@link
 * dev.flyball.lab.tasks.TaskLoad}. What may never be here: a server, a socket, a policy of its own.
 */
@NullMarked
package dev.flyball.lab.tasks;

import org.jspecify.annotations.NullMarked;
