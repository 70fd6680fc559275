/**
 * The sensors of single threads: processor time, and the wait for a processor.
 *
 * <p>Start reading at {@link dev.flyball.measure.thread.RunQueue} and {@link
 * dev.flyball.measure.thread.ThreadCpu}; {@link dev.flyball.measure.thread.CpuSample} has both for
 * a stretch of work.
 *
 * <p>What may never be here: a sum over threads. Exported to Flyball's own modules only.
 */
@NullMarked
package dev.flyball.measure.thread;

import org.jspecify.annotations.NullMarked;
