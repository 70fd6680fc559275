/**
 * A job of Flink to try a governor on: stages that wait, and a load that changes while it runs. The
 * only classes here that need Flink.
 *
 * <p>Start reading at {@link dev.flyball.flink.trial.TrialJob}.
 */
@NullMarked
package dev.flyball.flink.trial;

import org.jspecify.annotations.NullMarked;
