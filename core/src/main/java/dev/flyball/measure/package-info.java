/**
 * Sensors: the counters that the hot path writes, and the classes that cut them into observations.
 *
 * <p>Start reading at {@link dev.flyball.measure.WorkerMeter} (written by one worker), then {@link
 * dev.flyball.measure.MeterSnapshot} (all meters added up at one moment) and {@link
 * dev.flyball.measure.SnapshotDiff} (the difference of two snapshots, as an observation). The other
 * types read the processor's side: {@link dev.flyball.measure.thread.ThreadCpu}, {@link
 * dev.flyball.measure.thread.RunQueue}, {@link dev.flyball.measure.HostMeter}.
 *
 * <p>What may never be here: a decision, or a pool. A missing sensor is empty; it never reads as 0.
 */
@NullMarked
package dev.flyball.measure;

import org.jspecify.annotations.NullMarked;
