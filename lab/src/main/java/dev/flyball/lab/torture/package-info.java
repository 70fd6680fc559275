/**
 * The torture of an executor: rounds of hostile use, each drawn from a seed, and at the end of each
 * a check that nothing was lost, nothing doubled, no thread left stuck, and every figure true.
 *
 * <p>Start reading at {@link dev.flyball.lab.torture.Torture}, then at {@link
 * dev.flyball.lab.torture.RoundPlan}, which lists all that may happen, and at {@link
 * dev.flyball.lab.torture.InvariantCheck}, which lists what must hold. What may never be here: a
 * figure of how fast anything is.
 */
@NullMarked
package dev.flyball.lab.torture;

import org.jspecify.annotations.NullMarked;
