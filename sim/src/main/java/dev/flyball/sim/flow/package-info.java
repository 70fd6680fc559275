/**
 * Data-flow networks in virtual time: how many records a network really delivers with so many
 * threads, how long they take, and where they are held up or lost.
 *
 * <p>Start reading at {@link dev.flyball.sim.flow.FlowBench}; how records move is in {@code
 * FlowNode}. What may never be here: a plan of threads; that is {@code dev.flyball.dataflow}'s.
 */
@NullMarked
package dev.flyball.sim.flow;

import org.jspecify.annotations.NullMarked;
