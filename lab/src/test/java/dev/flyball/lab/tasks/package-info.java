/** Tests of the task benchmark: plans against their definition, and what runs are counted as. */
@NullMarked
package dev.flyball.lab.tasks;

import org.jspecify.annotations.NullMarked;
