/**
 * What experiments are made of: the pool under test, what loads it, and what measures both.
 *
 * <p>Start reading at {@link dev.flyball.lab.harness.Subject}, which makes our pool and others
 * comparable, then {@link dev.flyball.lab.harness.Trial}: one load against one pool on a real
 * server, measured from both sides. {@link dev.flyball.lab.harness.Pacer} hands over what is due,
 * {@link dev.flyball.lab.harness.Clients} wait for answers, {@link
 * dev.flyball.lab.harness.HostCalibration} knows this machine's processor and timers. What may
 * never be here: a paper's parameters; those belong to the paper.
 */
@NullMarked
package dev.flyball.lab.harness;

import org.jspecify.annotations.NullMarked;
