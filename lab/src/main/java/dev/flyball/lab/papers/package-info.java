/**
 * The experiments of published work, run again: one class each, the printed figures beside ours.
 *
 * <p>Start reading at {@link dev.flyball.lab.papers.PerfectKnob}. What may never be here: a policy,
 * a load generator, a server; a paper only says what to run and what was printed.
 */
@NullMarked
package dev.flyball.lab.papers;

import org.jspecify.annotations.NullMarked;
