/**
 * How fast the nodes of a data-flow program are on this machine: what a node does is done on so
 * many threads for a while, and a curve is fitted to what came of it.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.measure.RateTrial} for one measurement, {@link
 * dev.flyball.dataflow.measure.RateSweep} for all of a node's, and {@link
 * dev.flyball.dataflow.measure.MeasuredNode} for what a network file is told. What may never be
 * here: what any node does; that is given, as {@link dev.flyball.dataflow.measure.NodeTasks}.
 */
@NullMarked
package dev.flyball.dataflow.measure;

import org.jspecify.annotations.NullMarked;
