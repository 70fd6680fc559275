/** Tests of {@code dev.flyball.lab.flow.tasks}. */
@NullMarked
package dev.flyball.lab.flow.tasks;

import org.jspecify.annotations.NullMarked;
