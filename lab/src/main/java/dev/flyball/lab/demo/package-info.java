/**
 * Experiments that demonstrate something and reproduce no paper.
 *
 * <p>Start reading at {@link dev.flyball.lab.demo.SwitchedLoad}. What may never be here: a policy,
 * a load, a server, or how they are measured; a demonstration only says what to run and what to
 * show.
 */
@NullMarked
package dev.flyball.lab.demo;

import org.jspecify.annotations.NullMarked;
