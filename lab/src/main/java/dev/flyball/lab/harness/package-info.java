/**
 * One load against one pool on a real server, measured from both sides.
 *
 * <p>Start reading at {@link dev.flyball.lab.harness.Trial}; {@link
 * dev.flyball.lab.harness.Subject} is what makes our pool and the JDK's comparable. What may never
 * be here: a paper's parameters; those belong to the paper.
 */
@NullMarked
package dev.flyball.lab.harness;

import org.jspecify.annotations.NullMarked;
