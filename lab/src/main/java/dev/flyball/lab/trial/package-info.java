/**
 * One load against one pool on a real server, measured from both sides.
 *
 * <p>Start reading at {@link dev.flyball.lab.trial.Trial}; {@link
 * dev.flyball.lab.trial.PoolUnderTest} is what makes our pool and the JDK's comparable. What may
 * never be here: a paper's parameters; those belong to the paper.
 */
@NullMarked
package dev.flyball.lab.trial;

import org.jspecify.annotations.NullMarked;
